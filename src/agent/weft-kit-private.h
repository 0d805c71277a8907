/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What agents are told: their roles, prompts, tools and schemas, as files of data/agent with a version and digests for the
 * trail, filled in for one problem. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

#define WEFT_KIT_ERROR (weft_kit_error_quark ())

typedef enum
{
  WEFT_KIT_ERROR_FILE, /* a file of data/agent is missing or not what it should be */
} WeftKitError;

GQuark weft_kit_error_quark (void);

/* What the prompts say of a run besides its problem. */
typedef struct
{
  guint evaluations;
  gboolean attribution;
  guint chips;          /* 0: all is told at length; else in brief, of so many chips, for a model with a small context */
} WeftBriefing;

typedef struct _WeftKit WeftKit;

/* From @folder, NULL for data/agent. (transfer full) */
WEFT_API WeftKit    *weft_kit_load        (const char *folder, GError **error);
WEFT_API void        weft_kit_free        (WeftKit *self);
WEFT_API const char *weft_kit_get_version (WeftKit *self);
/* File names with their SHA-256. (transfer full) */
WEFT_API JsonNode   *weft_kit_digests     (WeftKit *self);
/* The prompt of a role for one problem. (transfer full) */
WEFT_API char       *weft_kit_prompt      (WeftKit *self, const char *role, WeftProblem *problem, const WeftBriefing *briefing);
/* The planner's tools with what the problem's space allows. (transfer full) */
WEFT_API JsonNode   *weft_kit_tools       (WeftKit *self, WeftProblem *problem, const WeftBriefing *briefing);
/* The schema of a specialist's answer. (transfer full) */
WEFT_API JsonNode   *weft_kit_answer      (WeftKit *self, const char *role, const WeftBriefing *briefing);
/* A message of the program to the planner; @value takes the place of what is in double braces in it. (transfer full) */
WEFT_API char       *weft_kit_message     (WeftKit *self, const char *id, const char *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftKit, weft_kit_free)

/* weft-kit-tool.c: names of parts in the schema of a tool. @chosen: (nullable): for each chip whether it is told of. */
void weft_kit_fill_in_tool (JsonNode       *tool,
                            WeftProblem    *problem,
                            const gboolean *chosen);

/* weft-briefing-chips.c: whether the i-th chip of the problem is told of, (transfer full) (array of n_chips): the best of
 * what the weighted workloads wait for. */
gboolean   *weft_briefing_choose (WeftProblem *problem,
                                  guint        most);

/* weft-briefing.c: the values of the prompts' placeholders. (transfer full) (element-type utf8 utf8) */
GHashTable *weft_briefing_values (WeftProblem        *problem,
                                  const WeftBriefing *briefing);

G_END_DECLS
