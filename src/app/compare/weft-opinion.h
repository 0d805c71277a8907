/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a profile makes of a session's design, whichever the design itself names. It follows the design. */
#pragma once

#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_OPINION (weft_opinion_get_type ())
G_DECLARE_FINAL_TYPE (WeftOpinion, weft_opinion, WEFT, OPINION, GObject)

WeftOpinion    *weft_opinion_new            (WeftSession *session,
                                             const char  *profile);
WeftSession    *weft_opinion_get_session    (WeftOpinion *self);
const char     *weft_opinion_get_profile    (WeftOpinion *self);
WeftEvaluation *weft_opinion_get_evaluation (WeftOpinion *self);
const char     *weft_opinion_get_failure    (WeftOpinion *self);

G_END_DECLS
