/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which reasons belong to which row of a comparison of profiles. */
#pragma once

#include "model/weft-comparison.h"
#include "model/weft-profile-difference.h"

G_BEGIN_DECLS

/* (nullable) (transfer none): the difference that a row is about. */
WeftDifference *weft_why_find      (GListModel *differences,
                                    const char *key);
/* In a few words, "" for none. (transfer full) */
char           *weft_why_summarise (GListModel *differences,
                                    const char *key);
/* (transfer full) (element-type WeftReason): of a row, the most telling first. */
GPtrArray      *weft_why_list      (GListModel *differences,
                                    const char *key);

G_END_DECLS
