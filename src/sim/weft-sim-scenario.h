/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bare network scenario, "weft-scenario/1": links, and flows that cross them at given times; no devices, no tasks. It
 * shows what a model of links does with a case that one can work out on paper. */
#pragma once

#include <json-glib/json-glib.h>

#include "sim/weft-sim-options.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

#define WEFT_SIM_SCENARIO_FORMAT "weft-scenario/1"
#define WEFT_SIM_SCENARIO_MAX_LINKS 1000000u
#define WEFT_SIM_SCENARIO_MAX_FLOWS 1000000u
#define WEFT_SIM_SCENARIO_MAX_HOPS 65000u

/**
 * WeftSimScenarioFlow: (skip)
 * @id: unique
 * @route: number of its route, which flows over the same links in the same order share
 * @bytes: 0: latency only
 * @start_s: when it is sent
 */
typedef struct
{
  char *id;
  guint32 route;
  double bytes;
  double start_s;
} WeftSimScenarioFlow;

/**
 * WeftSimScenario: (skip)
 * @name: for people
 * @network: its links by their ids, in the order of the file
 * @model: that the file asks for
 * @flows: [@n_flows]
 * @route_first: [@n_routes + 1] where the links of each route begin
 * @route_links: links of all routes
 *
 * Immutable.
 */
typedef struct
{
  char *name;
  WeftSimNetwork *network;
  WeftSimModel model;
  guint32 n_flows;
  WeftSimScenarioFlow *flows;
  guint32 n_routes;
  guint32 *route_first;
  guint32 *route_links;
} WeftSimScenario;

/**
 * WeftSimScenarioResult: (skip)
 * @scenario: what was run; borrowed
 * @model: of links that it was run on
 * @makespan_s: when the last flow has arrived
 * @finish_s: [flows] when each has
 * @links: [links]
 * @n_events: that the model handled
 * @late_share: that of a message's time by which rates were found late at most, 0: none was
 * @cpu_s: time that the run took; not a part of what is the same in each run
 */
typedef struct
{
  const WeftSimScenario *scenario;
  WeftSimModel model;
  double makespan_s;
  double *finish_s;
  WeftSimLinkUse *links;
  guint64 n_events;
  double late_share;
  double cpu_s;
} WeftSimScenarioResult;

/* Reads @text strictly; errors (WEFT_JSON_ERROR) name @name, the place, what is there and what was expected.
 * (transfer full) */
WEFT_API WeftSimScenario       *weft_sim_scenario_read   (const char                  *text,
                                                          gssize                       length,
                                                          const char                  *name,
                                                          GError                     **error);
/* Of a file. (transfer full) */
WEFT_API WeftSimScenario       *weft_sim_scenario_load   (const char                  *path,
                                                          GError                     **error);
WEFT_API void                   weft_sim_scenario_free   (WeftSimScenario             *self);
/* Runs it to its end. Of @options (nullable) the model of links and what belongs to it count; NULL: the scenario's
 * model. WEFT_SIM_ERROR_STUCK names a flow that takes longer than any number of seconds. (transfer full) */
WEFT_API WeftSimScenarioResult *weft_sim_scenario_run    (const WeftSimScenario       *self,
                                                          const WeftSimOptions        *options,
                                                          GCancellable                *cancellable,
                                                          GError                     **error);
WEFT_API void                   weft_sim_scenario_result_free     (WeftSimScenarioResult       *self);
/* "network", "makespan_s", "events", "messages", "late_share", "cpu_s", "flows" [{"id", "finish_s"}], "links" [{"id", "bytes",
 * "messages", "busy_s", "utilisation", "wait_mean_s", "wait_p99_s", "wait_worst_s"}]. */
WEFT_API void                   weft_sim_scenario_result_add_json (const WeftSimScenarioResult *self,
                                                                   JsonObject                  *object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimScenario, weft_sim_scenario_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimScenarioResult, weft_sim_scenario_result_free)

G_END_DECLS
