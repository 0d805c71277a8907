/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quick stand-in for a slow response that is drawn many times: what each input does alone, and on top what that misses,
 * as whole draws show it. */
#pragma once

#include "model/whatif/weft-factor.h"
#include "model/whatif/weft-response.h"

G_BEGIN_DECLS

typedef struct _WeftSurrogate WeftSurrogate;

/* @factors: with their spreads; must outlive it. @n_checks: whole draws, at least 1. (transfer full), NULL when cancelled */
WEFT_API WeftSurrogate      *weft_surrogate_new      (const WeftResponse  *response,
                                                      const WeftFactor    *factors,
                                                      guint                n_checks,
                                                      guint64              seed,
                                                      const WeftAsking    *asking,
                                                      GError             **error);
WEFT_API void                weft_surrogate_free     (WeftSurrogate       *self);
/* Of the same inputs and outputs; lives as long as @self. */
WEFT_API const WeftResponse *weft_surrogate_get      (WeftSurrogate       *self);
/* How often the response was asked. */
WEFT_API guint               weft_surrogate_n_asked  (const WeftSurrogate *self);
/* Standard deviation of the logarithm of what single inputs do not explain of an output; it is part of the answers. */
WEFT_API double              weft_surrogate_residual (const WeftSurrogate *self,
                                                      guint                output);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSurrogate, weft_surrogate_free)

G_END_DECLS
