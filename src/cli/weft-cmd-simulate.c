/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft simulate`: a workload or a trace on a design, a peer's own input, or flows on bare links, event by event. */
#include "cli/weft-cli-simulate.h"

#include <glib/gi18n.h>

static void
clear_simulate (WeftCliSimulate *self)
{
  char **texts[] = {
    &self->scenario, &self->chakra, &self->network_yml, &self->system_json, &self->groups, &self->remote_memory,
    &self->network, &self->collectives, &self->algorithm_name, &self->knobs, &self->send_ends, &self->speed,
    &self->delay, &self->timeline, &self->gantt, &self->link_chart, &self->bottleneck, &self->heat,
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer (texts[i], g_free);
  g_clear_pointer (&self->remotes, g_strfreev);
  g_clear_pointer (&self->options.comm_knobs, g_array_unref);
  g_clear_pointer (&self->knobs_json, json_node_unref);
}

/* An option that would have no effect is a misunderstanding. FALSE after a message. */
static gboolean
needs (gboolean is_given, const char *option, gboolean has, const char *what)
{
  if (is_given && !has)
    weft_cli_refuse (_("simulate: %s goes only with %s"), option, what);
  return !is_given || has;
}

static gboolean
check_company (const WeftCliSimulate *self)
{
  gboolean has_peer = self->chakra != NULL && self->network_yml != NULL;
  gboolean has_design = self->scenario == NULL && self->network_yml == NULL;
  gboolean is_fifo = self->astra || g_strcmp0 (self->network, "fifo") == 0;
  gboolean is_fluid = g_strcmp0 (self->network, "fluid") == 0;
  gboolean has_trace = self->scenario == NULL;

  return needs (self->network_yml != NULL, "--network-yml", self->chakra != NULL, "--chakra")
         && needs (self->groups != NULL, "--groups", self->chakra != NULL, "--chakra")
         && needs (self->system_json != NULL, "--system-json", self->chakra != NULL, "--chakra")
         && needs (self->remote_memory != NULL, "--remote-memory", self->chakra != NULL, "--chakra")
         && needs (self->astra, "--astra", has_peer && !is_fluid, _("--chakra, --network-yml and --network fifo"))
         && needs (self->unaware, "--unaware", self->astra, "--astra")
         && needs (self->packet_bytes > 0, "--packet", is_fifo && !self->astra, _("--network fifo, without --astra"))
         && needs (self->collectives != NULL, "--collectives", has_trace, _("a trace or a workload"))
         && needs (self->algorithm_name != NULL, "--algorithm", has_design, "WORKLOAD DESIGN")
         && needs (self->knobs != NULL, "--knobs", has_design, "WORKLOAD DESIGN")
         && needs (self->remotes != NULL, "--remote", has_design, "WORKLOAD DESIGN")
         && needs (self->speed != NULL, "--speed", has_trace, _("a trace or a workload"))
         && needs (self->delay != NULL, "--delay", has_trace, _("a trace or a workload"))
         && needs (self->timeline != NULL, "--timeline", has_trace, _("a trace or a workload"))
         && needs (self->gantt != NULL, "--gantt", has_trace, _("a trace or a workload"))
         && needs (self->link_chart != NULL, "--link-chart", has_trace, _("a trace or a workload"))
         && needs (self->bottleneck != NULL, "--bottleneck", has_trace, _("a trace or a workload"))
         && needs (self->heat != NULL, "--heat", has_design, _("a design"))
         && needs (self->dark, "--dark",
                   self->gantt != NULL || self->link_chart != NULL || self->bottleneck != NULL || self->heat != NULL,
                   _("a picture"));
}

/* Which kind of question is asked, by what there is. */
static int
dispatch (const WeftCliOptions *options, WeftCliSimulate *self)
{
  guint expected = self->scenario != NULL || self->network_yml != NULL ? 0 : self->chakra != NULL ? 1 : 2;

  if (self->scenario != NULL && self->chakra != NULL)
    return weft_cli_refuse (_("simulate: found --scenario and --chakra, expected one of them"));
  if (options->n_arguments != expected)
    return weft_cli_refuse (
        options->n_arguments < expected
            ? _("simulate: too few arguments: found %u, expected WORKLOAD DESIGN, TRACE DESIGN, --chakra PREFIX DESIGN, "
                "--chakra PREFIX --network-yml FILE, or --scenario FILE")
            : _("simulate: too many arguments: found %u, expected WORKLOAD DESIGN, TRACE DESIGN, --chakra PREFIX DESIGN, "
                "--chakra PREFIX --network-yml FILE, or --scenario FILE"),
        options->n_arguments);
  if (!weft_cli_simulate_check_files (options, self))
    return WEFT_EXIT_BAD;
  if (self->scenario != NULL)
    return weft_cli_simulate_scenario (options, self);
  return self->network_yml != NULL ? weft_cli_simulate_peer (options, self) : weft_cli_simulate_design (options, self);
}

int
weft_cmd_simulate (char **argv)
{
  WeftCliSimulate self = { .chunks = 0, .active_chunks = -1, .max_links = 32 };
  const GOptionEntry own[] = {
    { "network", 0, 0, G_OPTION_ARG_STRING, &self.network, N_("Model of links: fluid, fifo (fluid)"), N_("NAME") },
    { "packet", 0, 0, G_OPTION_ARG_DOUBLE, &self.packet_bytes,
      N_("With fifo: what is forwarded at a time; whole messages when absent"), N_("BYTES") },
    { "collectives", 0, 0, G_OPTION_ARG_STRING, &self.collectives,
      N_("How collectives are done: auto, ring, bidirectional-ring, direct, halving-doubling, double-tree, "
         "hierarchical, in-switch, closed-form (auto)"), N_("NAME") },
    { "chunks", 0, 0, G_OPTION_ARG_INT, &self.chunks, N_("Pieces that a collective is split into (1)"), N_("N") },
    { "active-chunks", 0, 0, G_OPTION_ARG_INT, &self.active_chunks, N_("Pieces at once; 0 for all (0)"), N_("N") },
    { "send-ends", 0, 0, G_OPTION_ARG_STRING, &self.send_ends,
      N_("When a send is over: arrived, sent (arrived)"), N_("WHEN") },
    { "algorithm", 'a', 0, G_OPTION_ARG_STRING, &self.algorithm_name, N_("How the workload is mapped (best)"),
      N_("NAME") },
    { "knobs", 0, 0, G_OPTION_ARG_FILENAME, &self.knobs,
      N_("Measured efficiencies and launch times of kernels, messages and collectives"), N_("FILE") },
    { "remote", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self.remotes,
      N_("Data that stands in remote memory: “kv*=pool”"), N_("REGION=DEVICE") },
    { "speed", 0, 0, G_OPTION_ARG_STRING, &self.speed, N_("Speed of ranks: “3=0.5,7=0.9”"), N_("RANK=FACTOR,…") },
    { "delay", 0, 0, G_OPTION_ARG_STRING, &self.delay, N_("When ranks start: “3=2ms”"), N_("RANK=TIME,…") },
    { "scenario", 0, 0, G_OPTION_ARG_FILENAME, &self.scenario, N_("Flows on bare links instead"), N_("FILE") },
    { "chakra", 0, 0, G_OPTION_ARG_FILENAME, &self.chakra, N_("Chakra traces PREFIX.0.et, PREFIX.1.et, …, or a workload text"),
      N_("PREFIX") },
    { "network-yml", 0, 0, G_OPTION_ARG_FILENAME, &self.network_yml, N_("With --chakra: network of ASTRA-sim"),
      N_("FILE") },
    { "system-json", 0, 0, G_OPTION_ARG_FILENAME, &self.system_json, N_("With --chakra: system of ASTRA-sim"),
      N_("FILE") },
    { "groups", 0, 0, G_OPTION_ARG_FILENAME, &self.groups, N_("With --chakra: communicator groups"), N_("FILE") },
    { "remote-memory", 0, 0, G_OPTION_ARG_FILENAME, &self.remote_memory,
      N_("With --chakra: remote memory of ASTRA-sim"), N_("FILE") },
    { "astra", 0, 0, G_OPTION_ARG_NONE, &self.astra, N_("Count in whole nanoseconds as ASTRA-sim does"), NULL },
    { "unaware", 0, 0, G_OPTION_ARG_NONE, &self.unaware,
      N_("With --astra: as its back end that knows no congestion"), NULL },
    { "timeline", 0, 0, G_OPTION_ARG_FILENAME, &self.timeline, N_("Write start, finish and wait of each task (CSV)"),
      N_("FILE") },
    { "gantt", 0, 0, G_OPTION_ARG_FILENAME, &self.gantt, N_("Draw the timeline of devices to this .svg, .pdf or .png"),
      N_("FILE") },
    { "link-chart", 0, 0, G_OPTION_ARG_FILENAME, &self.link_chart, N_("Draw the timeline of links"), N_("FILE") },
    { "bottleneck", 0, 0, G_OPTION_ARG_FILENAME, &self.bottleneck, N_("Draw what the time goes to"), N_("FILE") },
    { "heat", 0, 0, G_OPTION_ARG_FILENAME, &self.heat, N_("Draw how full the links of the design are"), N_("FILE") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &self.dark, N_("Draw on a dark ground"), NULL },
    { "max-links", 0, 0, G_OPTION_ARG_INT, &self.max_links, N_("With --json: links to list, the busiest first (32)"),
      N_("N") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("simulate", argv, own,
                      _("A WORKLOAD is a file, or a generator with parameters in short: hpcg:n=64,iterations=50.\n"
                        "“weft workload” lists the generators.\n"
                        "A TRACE is a file that “weft map --trace” wrote, or a workload text of SimAI or ASTRA-sim.\n"),
                      0, 2, &options)
      && check_company (&self) && weft_cli_simulate_read_options (&options, &self))
    status = dispatch (&options, &self);
  clear_simulate (&self);
  return status;
}
