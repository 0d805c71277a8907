/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An output that can be chosen. No widgets. */
#pragma once

#include "model/whatif/weft-whatif.h"

G_BEGIN_DECLS

/* Property "label" (read-only). */
#define WEFT_TYPE_WHATIF_CHOICE (weft_whatif_choice_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifChoice, weft_whatif_choice, WEFT, WHATIF_CHOICE, GObject)

const char       *weft_whatif_choice_get_path   (WeftWhatifChoice *self);
const WeftOutput *weft_whatif_choice_get_output (WeftWhatifChoice *self);
/* Score, what each workload gives and how much faster that is than the reference, power and cost. */
void              weft_whatif_choice_list       (GListStore       *store,
                                                 WeftWhatif       *whatif);

G_END_DECLS
