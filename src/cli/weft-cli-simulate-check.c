/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which options of `weft simulate` go together, which files they name, and what a run that failed ends with. */
#include "cli/weft-cli-simulate.h"

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "cli/weft-cli-outputs.h"

/* --- options --- */

/* An option that would have no effect is a misunderstanding. FALSE after a message. */
static gboolean
needs (gboolean is_given, const char *option, gboolean has, const char *what)
{
  if (is_given && !has)
    weft_cli_refuse (_("simulate: %s goes only with %s"), option, what);
  return !is_given || has;
}

/* Flows on bare links have no tasks, and what is only described does not run. */
static gboolean
runs_trace (const WeftCliSimulate *self)
{
  return self->scenario == NULL && !self->describe;
}

static gboolean
check_network (const WeftCliSimulate *self)
{
  gboolean has_trace = runs_trace (self);
  gboolean is_fifo = self->astra || g_strcmp0 (self->network, "fifo") == 0;
  gboolean may_be_fifo = is_fifo || (self->scenario != NULL && self->network == NULL);
  const char *trace = _("a trace or a workload");

  return needs (self->astra, "--astra", self->network_yml != NULL && g_strcmp0 (self->network, "fluid") != 0,
                _("--network-yml, without --network fluid"))
         && needs (self->unaware, "--unaware", self->astra, "--astra")
         && needs (self->packet_bytes != 0, "--packet", may_be_fifo && !self->astra,
                   _("--network fifo, without --astra"))
         && needs (self->exact, "--exact", !is_fifo && !self->describe, "--network fluid")
         && needs (self->collectives != NULL, "--collectives", has_trace, trace)
         && needs (self->chunks != 0, "--chunks", has_trace, trace)
         && needs (self->active_chunks != -1, "--active-chunks", has_trace, trace)
         && needs (self->send_ends != NULL, "--send-ends", has_trace, trace)
         && needs (self->speed != NULL, "--speed", has_trace, trace)
         && needs (self->delay != NULL, "--delay", has_trace, trace)
         && needs (self->max_links != WEFT_CLI_SIM_LINKS, "--max-links", has_trace, trace);
}

static gboolean
check_input (const WeftCliSimulate *self)
{
  gboolean has_file = self->kind != WEFT_SIM_FILE_UNKNOWN;
  gboolean is_chakra = self->kind == WEFT_SIM_FILE_CHAKRA;
  gboolean has_workload = self->on != NULL && !has_file && !self->is_example;

  if (self->network_yml != NULL && !has_file && !self->is_example)
    {
      weft_cli_refuse (_("simulate: --network-yml: found “%s”, which is no trace; a workload needs a DESIGN on which it "
                         "is mapped"), self->what);
      return FALSE;
    }
  if (self->describe && !is_chakra)
    {
      weft_cli_refuse (_("simulate: --describe: found “%s”, expected a Chakra trace: NAME for NAME.0.et"), self->what);
      return FALSE;
    }
  return needs (self->groups != NULL, "--groups", is_chakra && !self->describe, _("the run of a Chakra trace"))
         && needs (self->remote_memory != NULL, "--remote-memory", is_chakra && !self->describe,
                   _("the run of a Chakra trace"))
         && needs (self->system_json != NULL, "--system-json", (has_file || self->is_example) && !self->describe,
                   _("the run of a trace"))
         && needs (self->network != NULL, "--network", !self->describe, _("a run"))
         && needs (self->algorithm_name != NULL, "--algorithm", has_workload, "WORKLOAD DESIGN")
         && needs (self->remotes != NULL, "--remote", has_workload, "WORKLOAD DESIGN")
         && needs (self->knobs != NULL, "--knobs", self->on != NULL, _("a design"))
         && needs (self->beside != NULL, "--beside", self->on != NULL, _("a design"));
}

static gboolean
check_outputs (const WeftCliSimulate *self)
{
  gboolean has_trace = runs_trace (self), is_single = has_trace && self->beside == NULL;
  const char *trace = _("a trace or a workload"), *single = _("a single run");
  gboolean has_picture
      = self->gantt != NULL || self->link_chart != NULL || self->bottleneck != NULL || self->heat != NULL;

  return needs (self->timeline != NULL, "--timeline", is_single, single)
         && needs (self->gantt != NULL, "--gantt", has_trace, trace)
         && needs (self->link_chart != NULL, "--link-chart", has_trace, trace)
         && needs (self->bottleneck != NULL, "--bottleneck", has_trace, trace)
         && needs (self->heat != NULL, "--heat", self->on != NULL && is_single, _("a single run on a design"))
         && needs (self->export_chakra != NULL, "--export-chakra", is_single, single)
         && needs (self->export_astra != NULL, "--export-astra", is_single, single)
         && needs (self->export_simgrid != NULL, "--export-simgrid", is_single, single)
         && needs (self->dark, "--dark", has_picture, _("a picture"));
}

gboolean
weft_cli_simulate_check_options (const WeftCliSimulate *self)
{
  return check_network (self) && check_input (self) && check_outputs (self);
}

/* --- files --- */

gboolean
weft_cli_simulate_check_files (const WeftCliOptions *options, const WeftCliSimulate *self)
{
  g_autofree char *chakra = self->export_chakra != NULL ? g_strconcat (self->export_chakra, ".0.et", NULL) : NULL;
  g_autofree char *astra = self->export_astra != NULL ? g_strconcat (self->export_astra, ".0.et", NULL) : NULL;
  g_autofree char *first = self->what != NULL ? g_strconcat (self->what, ".0.et", NULL) : NULL;
  const WeftCliOutput outputs[] = {
    { "--timeline", self->timeline, FALSE },     { "--gantt", self->gantt, TRUE },
    { "--link-chart", self->link_chart, TRUE },  { "--bottleneck", self->bottleneck, TRUE },
    { "--heat", self->heat, TRUE },              { "--export-chakra", chakra, FALSE },
    { "--export-astra", astra, FALSE },          { "--export-simgrid", self->export_simgrid, FALSE },
  };
  const char *const all[] = { self->scenario, self->network_yml, self->system_json, self->groups, self->remote_memory,
                              self->knobs, self->what, self->on, self->beside, first };
  const char *inputs[G_N_ELEMENTS (all) + 1] = { 0 };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i] != NULL)
      inputs[n++] = all[i];
  return weft_cli_check_outputs (outputs, G_N_ELEMENTS (outputs), inputs);
}

/* --- what failed --- */

/* What scripts tell errors of a sound input by; NULL for an input that is not. */
static const char *
answer_of (const GError *error)
{
  if (error->domain == WEFT_MAPPER_ERROR)
    return "not_mapped";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return "cancelled";
  if (error->domain != WEFT_SIM_ERROR)
    return NULL;
  switch ((WeftSimError) error->code)
    {
    case WEFT_SIM_ERROR_UNMATCHED:
      return "unmatched";
    case WEFT_SIM_ERROR_MISMATCH:
      return "mismatch";
    case WEFT_SIM_ERROR_CYCLE:
      return "cycle";
    case WEFT_SIM_ERROR_STUCK:
      return "stuck";
    case WEFT_SIM_ERROR_NO_ROUTE:
      return "no_route";
    case WEFT_SIM_ERROR_INVALID:
    case WEFT_SIM_ERROR_LIMIT:
    case WEFT_SIM_ERROR_UNSUPPORTED:
    default:
      return NULL;
    }
}

int
weft_cli_simulate_fail (const WeftCliOptions *options, const GError *error)
{
  const char *answer = answer_of (error);

  weft_cli_show_progress (NULL);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    weft_cli_refuse (_("simulate: stopped before the end"));
  else
    weft_cli_fail (error);
  if (answer == NULL)
    return WEFT_EXIT_BAD;
  if (options->json)
    {
      g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
      JsonObject *object = json_object_new (), *why = json_object_new ();

      json_object_set_string_member (why, "kind", answer);
      json_object_set_string_member (why, "message", error->message);
      json_object_set_object_member (object, "error", why);
      json_node_take_object (root, object);
      weft_cli_print_json (root);
    }
  return WEFT_EXIT_NO;
}
