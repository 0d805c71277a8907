/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft simulate`: a workload or a trace on a design, a peer's own input, or flows on bare links, event by event. */
#include "cli/weft-cli-simulate.h"

#include <glib/gi18n.h>

#include "sim/weft-sim-examples.h"

static void
clear_simulate (WeftCliSimulate *self)
{
  char **texts[] = {
    &self->scenario, &self->chakra, &self->network_yml, &self->system_json, &self->groups, &self->remote_memory,
    &self->network, &self->collectives, &self->algorithm_name, &self->knobs, &self->send_ends, &self->speed,
    &self->delay, &self->timeline, &self->gantt, &self->link_chart, &self->bottleneck, &self->heat, &self->beside,
    &self->export_chakra, &self->export_astra, &self->export_simgrid,
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer (texts[i], g_free);
  g_clear_pointer (&self->remotes, g_strfreev);
  g_clear_pointer (&self->options.comm_knobs, g_array_unref);
  g_clear_pointer (&self->knobs_json, json_node_unref);
}

/* How many arguments belong to what is asked; the last of them is the design. */
static guint
count_expected (const WeftCliSimulate *self)
{
  if (self->scenario != NULL)
    return 0;
  return (self->chakra == NULL) + (self->network_yml == NULL && !self->describe);
}

static gboolean
is_example (const char *name)
{
  for (const WeftSimExampleInfo *info = weft_sim_examples; info->id != NULL; info++)
    if (g_str_equal (info->id, name))
      return !g_file_test (name, G_FILE_TEST_EXISTS);
  return FALSE;
}

/* What is run, and on what. FALSE after a message. */
static gboolean
assign (const WeftCliOptions *options, WeftCliSimulate *self)
{
  guint expected = count_expected (self);

  if (options->n_arguments != expected)
    {
      weft_cli_refuse (options->n_arguments < expected
                           ? _("simulate: too few arguments: found %u, expected WORKLOAD DESIGN, TRACE DESIGN, "
                               "TRACE --network-yml FILE, TRACE --describe, or --scenario FILE")
                           : _("simulate: too many arguments: found %u, expected WORKLOAD DESIGN, TRACE DESIGN, "
                               "TRACE --network-yml FILE, TRACE --describe, or --scenario FILE; --chakra PREFIX stands "
                               "for a TRACE"),
                       options->n_arguments);
      return FALSE;
    }
  if (self->scenario != NULL)
    return TRUE;
  self->what = self->chakra != NULL ? self->chakra : options->arguments[0];
  self->on = self->network_yml == NULL && !self->describe ? options->arguments[expected - 1] : NULL;
  self->kind = weft_sim_file_kind (self->what);
  if (self->chakra != NULL && self->kind != WEFT_SIM_FILE_TEXT)
    self->kind = WEFT_SIM_FILE_CHAKRA;
  self->is_example = self->kind == WEFT_SIM_FILE_UNKNOWN && is_example (self->what);
  return TRUE;
}

/* Of what excludes each other. FALSE after a message. */
static gboolean
check_kinds (const WeftCliSimulate *self)
{
  const char *const kinds[] = { self->scenario != NULL ? "--scenario" : NULL, self->describe ? "--describe" : NULL,
                                self->network_yml != NULL ? "--network-yml" : NULL };
  const char *found = self->scenario != NULL && self->chakra != NULL ? "--chakra" : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (kinds[i] != NULL && found != NULL)
        {
          weft_cli_refuse (_("simulate: found %s and %s, expected one of them"), found, kinds[i]);
          return FALSE;
        }
      if (kinds[i] != NULL)
        found = kinds[i];
    }
  return TRUE;
}

/* Which kind of question is asked, by what there is. */
static int
dispatch (const WeftCliOptions *options, WeftCliSimulate *self)
{
  if (self->scenario != NULL)
    return weft_cli_simulate_scenario (options, self);
  if (self->describe)
    return weft_cli_simulate_describe (options, self);
  return self->network_yml != NULL ? weft_cli_simulate_peer (options, self) : weft_cli_simulate_design (options, self);
}

static char *
describe_inputs (void)
{
  GString *text = g_string_new (_("A WORKLOAD is a file, or a generator with parameters in short: hpcg:n=64,iterations=50.\n"
                                  "“weft workload” lists the generators.\n"
                                  "A TRACE is a file that “weft map --trace” wrote, a Chakra trace (NAME for NAME.0.et, "
                                  "NAME.1.et, …), a workload text of\nSimAI or ASTRA-sim, or one of these, which need no "
                                  "file:\n"));

  for (const WeftSimExampleInfo *info = weft_sim_examples; info->id != NULL; info++)
    g_string_append_printf (text, "  %-15s %s\n", info->id, _(info->summary));
  return g_string_free (text, FALSE);
}

int
weft_cmd_simulate (char **argv)
{
  WeftCliSimulate self = { .chunks = 0, .active_chunks = -1, .max_links = WEFT_CLI_SIM_LINKS };
  const GOptionEntry own[] = {
    { "network", 0, 0, G_OPTION_ARG_STRING, &self.network, N_("Model of links: fluid, fifo (fluid)"), N_("NAME") },
    { "packet", 0, 0, G_OPTION_ARG_DOUBLE, &self.packet_bytes,
      N_("With fifo: what is forwarded at a time; whole messages when absent"), N_("BYTES") },
    { "exact", 0, 0, G_OPTION_ARG_NONE, &self.exact,
      N_("With fluid: find rates at once also where very many messages make that slow"), NULL },
    { "collectives", 0, 0, G_OPTION_ARG_STRING, &self.collectives,
      N_("How collectives are done: auto, ring, bidirectional-ring, direct, halving-doubling, double-tree, "
         "hierarchical, in-switch, closed-form (auto)"), N_("NAME") },
    { "chunks", 0, 0, G_OPTION_ARG_INT, &self.chunks, N_("Pieces that a collective is split into (1)"), N_("N") },
    { "active-chunks", 0, 0, G_OPTION_ARG_INT, &self.active_chunks, N_("Pieces at once; 0 for all (0)"), N_("N") },
    { "send-ends", 0, 0, G_OPTION_ARG_STRING, &self.send_ends,
      N_("When a send is over: arrived, sent (arrived)"), N_("WHEN") },
    { "algorithm", 'a', 0, G_OPTION_ARG_STRING, &self.algorithm_name, N_("How the workload is mapped (ranks for workloads with ranks, else best)"), N_("NAME") },
    { "knobs", 0, 0, G_OPTION_ARG_FILENAME, &self.knobs,
      N_("Measured efficiencies and launch times of kernels, messages and collectives"), N_("FILE") },
    { "remote", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self.remotes,
      N_("Data that stands in remote memory: “kv*=pool”"), N_("REGION=DEVICE") },
    { "speed", 0, 0, G_OPTION_ARG_STRING, &self.speed, N_("Speed of ranks: “3=0.5,7=0.9”"), N_("RANK=FACTOR,…") },
    { "delay", 0, 0, G_OPTION_ARG_STRING, &self.delay, N_("When ranks start: “3=2ms”"), N_("RANK=TIME,…") },
    { "scenario", 0, 0, G_OPTION_ARG_FILENAME, &self.scenario, N_("Flows on bare links instead"), N_("FILE") },
    { "chakra", 0, 0, G_OPTION_ARG_FILENAME, &self.chakra, N_("The TRACE: PREFIX.0.et, PREFIX.1.et, …, or a workload text"),
      N_("PREFIX") },
    { "describe", 0, 0, G_OPTION_ARG_NONE, &self.describe, N_("Say what a Chakra trace holds, and run nothing"), NULL },
    { "network-yml", 0, 0, G_OPTION_ARG_FILENAME, &self.network_yml,
      N_("A network of ASTRA-sim instead of a design"), N_("FILE") },
    { "system-json", 0, 0, G_OPTION_ARG_FILENAME, &self.system_json,
      N_("With a trace: system of ASTRA-sim"), N_("FILE") },
    { "groups", 0, 0, G_OPTION_ARG_FILENAME, &self.groups, N_("With a Chakra trace: communicator groups"),
      N_("FILE") },
    { "remote-memory", 0, 0, G_OPTION_ARG_FILENAME, &self.remote_memory,
      N_("With a Chakra trace: remote memory of ASTRA-sim"), N_("FILE") },
    { "beside", 0, 0, G_OPTION_ARG_FILENAME, &self.beside, N_("Run the same on this design too, and compare"),
      N_("DESIGN") },
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
    { "export-chakra", 0, 0, G_OPTION_ARG_FILENAME, &self.export_chakra,
      N_("Write what is run as Chakra traces PREFIX.0.et, …"), N_("PREFIX") },
    { "export-astra", 0, 0, G_OPTION_ARG_FILENAME, &self.export_astra,
      N_("Write trace and network as ASTRA-sim’s files PREFIX.…"), N_("PREFIX") },
    { "export-simgrid", 0, 0, G_OPTION_ARG_FILENAME, &self.export_simgrid,
      N_("Write the network as a platform of SimGrid"), N_("FILE") },
    { "max-links", 0, 0, G_OPTION_ARG_INT, &self.max_links, N_("With --json: links to list, the busiest first (32)"),
      N_("N") },
    G_OPTION_ENTRY_NULL,
  };
  g_autofree char *inputs = describe_inputs ();
  g_auto (WeftCliOptions) options = { 0 };
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("simulate", argv, own, inputs, 0, 2, &options) && check_kinds (&self) && assign (&options, &self)
      && weft_cli_simulate_check_options (&self) && weft_cli_simulate_read_options (&options, &self)
      && weft_cli_simulate_check_files (&options, &self))
    status = dispatch (&options, &self);
  clear_simulate (&self);
  return status;
}
