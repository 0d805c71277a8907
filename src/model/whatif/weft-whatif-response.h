/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs as a function of their inputs: one design, or two that are asked the same, for the studies of this room. */
#pragma once

#include "model/whatif/weft-response.h"
#include "model/whatif/weft-whatif.h"

G_BEGIN_DECLS

typedef struct _WeftWhatifResponse WeftWhatifResponse;

/* How an answer comes about. */
typedef enum
{
  WEFT_ASK_EXACTLY, /* the whole evaluation with its rules: a design that breaks one scores 0 */
  WEFT_ASK_QUICKLY, /* the kernel alone; rules are not looked at, and only numbers of the kernel can be asked for */
} WeftAskHow;

/* @designs: (element-type WeftWhatif): one or more. @paths: (array zero-terminated=1): the inputs; each must be one of
 * some design. What a partition is made of moves in the first design that has it alone; facts wherever they count, the
 * budget, the workload and constants move in all that have them. @outputs: (element-type utf8) zero-terminated: of each design.
 * (transfer full), NULL with an error */
WEFT_API WeftWhatifResponse *weft_whatif_response_new     (GPtrArray          *designs,
                                                           const char *const  *paths,
                                                           const char *const  *outputs,
                                                           WeftAskHow          how,
                                                           GError            **error);
WEFT_API void                weft_whatif_response_free    (WeftWhatifResponse *self);
/* Its outputs are those of the first design, then those of the second. Lives as long as @self. */
WEFT_API const WeftResponse *weft_whatif_response_get     (WeftWhatifResponse *self);
/* Of each input, as the first design has it that has it; lives as long as @self. The ranges may be changed. */
WEFT_API WeftFactor         *weft_whatif_response_factors (WeftWhatifResponse *self);
/* (transfer none) */
WEFT_API WeftInput          *weft_whatif_response_input   (WeftWhatifResponse *self,
                                                           guint               input);
WEFT_API WeftOutput         *weft_whatif_response_output  (WeftWhatifResponse *self,
                                                           guint               output);
WEFT_API guint               weft_whatif_response_n_inputs (WeftWhatifResponse *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftWhatifResponse, weft_whatif_response_free)

G_END_DECLS
