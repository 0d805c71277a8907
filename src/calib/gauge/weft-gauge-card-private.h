/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of the model card: Markdown tables and numbers in words. */
#pragma once

#include "calib/gauge/weft-gauge-line-private.h"

G_BEGIN_DECLS

/* A row of a table; cells are NULL-terminated texts, "|" among them is escaped. */
void  weft_card_row       (GString *card, ...) G_GNUC_NULL_TERMINATED;
/* The head of one and the line below it; a column whose title begins with ">" is of numbers. */
void  weft_card_head      (GString *card, ...) G_GNUC_NULL_TERMINATED;
/* "4.2 %", "–" for what is unknown. (transfer full) */
char *weft_card_share     (double   value);
/* Three decimals. (transfer full) */
char *weft_card_ratio     (double   value);
/* Four significant digits. (transfer full) */
char *weft_card_number    (double   value);

/* One domain, from the heading on. */
void  weft_card_part      (GString             *card,
                           const WeftGauge     *gauge,
                           const WeftGaugePart *part);
/* Its constants. */
void  weft_card_constants (GString             *card,
                           const WeftGaugePart *part);
/* What of it is not predicted or not read, by reason. */
void  weft_card_lost      (GString             *card,
                           const WeftGaugePart *part);

/* By whose predictions the card tells of a part. */
static inline WeftGaugeView
weft_card_view (const WeftGaugePart *part)
{
  return part->n_folds > 0 ? WEFT_GAUGE_HELD_OUT : WEFT_GAUGE_IN_SAMPLE;
}

G_END_DECLS
