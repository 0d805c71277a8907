/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of a profile as a list for people: each with what it holds for, its number and where that comes from. */
#pragma once

#include <gio/gio.h>

#include "catalog/weft-profile.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PROFILE_CONSTANT (weft_profile_constant_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftProfileConstant, weft_profile_constant, WEFT, PROFILE_CONSTANT, GObject)

WEFT_API const char    *weft_profile_constant_get_key        (WeftProfileConstant *self); /* "gemm_flop_share\@h100-sxm-80/bf16" */
WEFT_API const char    *weft_profile_constant_get_name       (WeftProfileConstant *self); /* "gemm_flop_share" */
WEFT_API const char    *weft_profile_constant_get_scope      (WeftProfileConstant *self); /* "h100-sxm-80/bf16", "" for all */
WEFT_API const char    *weft_profile_constant_get_value      (WeftProfileConstant *self); /* in words: "0.860", "2.15 µs" */
WEFT_API const char    *weft_profile_constant_get_exact      (WeftProfileConstant *self); /* as the file has it */
WEFT_API double         weft_profile_constant_get_number     (WeftProfileConstant *self); /* NAN for texts and lists */
WEFT_API const char    *weft_profile_constant_get_unit       (WeftProfileConstant *self); /* "" for plain numbers */
WEFT_API WeftConfidence weft_profile_constant_get_confidence (WeftProfileConstant *self);
WEFT_API const char    *weft_profile_constant_get_source     (WeftProfileConstant *self);
WEFT_API const char    *weft_profile_constant_get_date       (WeftProfileConstant *self); /* "" when not said */
WEFT_API const char    *weft_profile_constant_get_note       (WeftProfileConstant *self); /* "" */
WEFT_API double         weft_profile_constant_get_residual   (WeftProfileConstant *self); /* NAN when it was not fitted */
/* Nine cases of ten, from the residual. FALSE when there is none. */
WEFT_API gboolean       weft_profile_constant_get_interval   (WeftProfileConstant *self,
                                                              double              *low,
                                                              double              *high);
WEFT_API const char    *weft_profile_constant_get_interval_text (WeftProfileConstant *self); /* "0.809 – 0.914", "" */
WEFT_API const char    *weft_profile_constant_get_range      (WeftProfileConstant *self); /* where it holds, "" */
/* Whether every word of @words, in any case, is somewhere in name, scope, note, source, date or confidence. */
WEFT_API gboolean       weft_profile_constant_matches        (WeftProfileConstant *self,
                                                              const char          *words);

/* All of them in file order. (transfer full) (element-type WeftProfileConstant) */
WEFT_API GListModel    *weft_profile_constants_new           (WeftProfile         *profile);

G_END_DECLS
