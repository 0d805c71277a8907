/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure the score of a design is, drawn in a thread once the design stands still. Nothing waits for it. */
#pragma once

#include "app/weft-session.h"
#include "model/whatif/weft-uncertainty.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SCORE_BAND (weft_score_band_get_type ())
G_DECLARE_FINAL_TYPE (WeftScoreBand, weft_score_band, WEFT, SCORE_BAND, GObject)

/* Signal “changed” when a band is there, or no more. */
WeftScoreBand  *weft_score_band_new (void);
/* The session has another evaluation: the band of the last one does not count any more. */
void            weft_score_band_ask (WeftScoreBand *self,
                                     WeftSession   *session);
/* Of the score; NULL while it is not known, or when it cannot be. (transfer none) (nullable) */
const WeftBand *weft_score_band_get (WeftScoreBand *self);

G_END_DECLS
