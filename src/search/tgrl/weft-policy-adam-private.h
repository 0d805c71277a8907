/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adam (Kingma and Ba 2015) over a policy's weights, with the gradient's norm clipped. */
#pragma once

#include "search/tgrl/weft-policy.h"

G_BEGIN_DECLS

/* Gives a policy the moments that it lacks. */
void weft_policy_adam_begin (WeftPolicy *policy);
/* One step against @gradient, which it may scale. */
void weft_policy_adam_step  (WeftPolicy *policy, float *gradient);

G_END_DECLS
