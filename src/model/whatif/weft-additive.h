/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quick stand-in for a slow response: each input is moved alone to a few places, and what that does to the logarithms of
 * the answers is added up. */
#pragma once

#include "model/whatif/weft-factor.h"
#include "model/whatif/weft-response.h"

G_BEGIN_DECLS

typedef struct _WeftAdditive WeftAdditive;

/* Asks @response four times for each input that is uncertain. @factors: one for each input. NULL when it was cancelled.
 * (transfer full) */
WEFT_API WeftAdditive       *weft_additive_new      (const WeftResponse *response,
                                                     const WeftFactor   *factors,
                                                     const WeftAsking   *asking,
                                                     GError            **error);
WEFT_API void                weft_additive_free     (WeftAdditive       *self);
/* Valid as long as @self. */
WEFT_API const WeftResponse *weft_additive_response (const WeftAdditive *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftAdditive, weft_additive_free)

G_END_DECLS
