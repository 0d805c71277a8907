/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs may come from another machine: all that is read of them is checked, and errors name the event. */
#include "search/weft-sim-record.h"

#include <glib/gi18n-lib.h>

#include "base/weft-json-at.h"
#include "base/weft-json-find.h"
#include "base/weft-json.h"

/* Devices that ranks may be put on. */
#define MOST_RANKS 16777216u

static gboolean
refuse (WeftEvent *event, const char *what, GError **error)
{
  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
               _("Event %" G_GUINT64_FORMAT " cannot be read back: %s"), weft_event_get_seq (event), what);
  return FALSE;
}

gboolean
weft_sim_record_is (WeftEvent *start)
{
  return g_str_equal (weft_event_get_kind (start), "run.start")
         && g_strcmp0 (weft_json_find_string (weft_event_get_data (start), "method"), WEFT_SIM_METHOD) == 0;
}

gboolean
weft_sim_record_is_in (WeftTrailRun *run)
{
  g_autoptr (WeftEvent) start = weft_trail_run_find (run, "run.start", FALSE, NULL);

  return start != NULL && weft_sim_record_is (start);
}

/* --- what lies beside an event --- */

/* The text of a blob; NULL without error when the event has none of that name. (transfer full) (nullable) */
static GBytes *
find_blob (WeftTrailRun *run, WeftEvent *event, const char *name, GError **error)
{
  const char *digest = weft_json_find_string (weft_event_get_blobs (event), name);

  return digest != NULL ? weft_trail_run_get_blob (run, digest, error) : NULL;
}

/* FALSE with an error; @node stays NULL when there is no such blob. */
static gboolean
read_blob (WeftTrailRun *run, WeftEvent *event, const char *name, JsonNode **node, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GBytes) bytes = find_blob (run, event, name, &cause);
  g_autofree char *place = g_strdup_printf ("event %" G_GUINT64_FORMAT ", %s", weft_event_get_seq (event), name);
  gsize length;
  const char *text;

  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (bytes != NULL)
    {
      text = g_bytes_get_data (bytes, &length);
      *node = weft_json_parse (text, (gssize) length, place, NULL, error);
      return *node != NULL;
    }
  else
    return TRUE;
  return FALSE;
}

/* --- run.start --- */

static gboolean
read_nick (const WeftJsonAt *at, const char *key, const char **nick, WeftJsonAt *place, GError **error)
{
  return weft_json_at_get_string (at, key, WEFT_JSON_REQUIRED, nick, error)
         && weft_json_at_member (at, key, place);
}

static gboolean
read_settings (const WeftJsonAt *root, WeftSimSettings *settings, GError **error)
{
  const char *links = NULL, *collectives = NULL, *mapper = NULL;
  WeftJsonAt at, place;
  gboolean present;

  if (!weft_json_at_get_object (root, "settings", WEFT_JSON_REQUIRED, &at, &present, error)
      || !weft_json_at_get_number (&at, "packet_bytes", WEFT_JSON_OPTIONAL, &settings->packet_bytes, error)
      || !weft_json_at_get_boolean (&at, "closed_form", WEFT_JSON_OPTIONAL, &settings->closed_form, error)
      || !read_nick (&at, "links", &links, &place, error))
    return FALSE;
  if (!weft_sim_model_parse (links, &settings->model))
    return weft_json_at_refuse (&place, WEFT_JSON_ERROR_RANGE, _("a model of links: fluid or fifo"), error);
  if (!read_nick (&at, "collectives", &collectives, &place, error))
    return FALSE;
  if (!weft_sim_algorithm_parse (collectives, &settings->collectives))
    return weft_json_at_refuse (&place, WEFT_JSON_ERROR_RANGE, _("an algorithm of collectives, such as “ring”"), error);
  if (!(settings->packet_bytes >= 0))
    return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, _("packets of 0 bytes or more"), error);
  return read_nick (&at, "mapper", &mapper, &place, error)
         && weft_map_algorithm_parse (mapper, &settings->algorithm, error);
}

/* "workload", "example" or "path". */
static gboolean
read_input (const WeftJsonAt *root, WeftSimRequest *request, GError **error)
{
  const char *title = NULL, *example = NULL, *path = NULL, *digest = NULL;
  WeftJsonAt at, workload;
  gboolean present = FALSE;

  if (!weft_json_at_get_object (root, "input", WEFT_JSON_REQUIRED, &at, &present, error)
      || !weft_json_at_get_string (&at, "title", WEFT_JSON_REQUIRED, &title, error)
      || !weft_json_at_get_object (&at, "workload", WEFT_JSON_OPTIONAL, &workload, &present, error)
      || !weft_json_at_get_string (&at, "example", WEFT_JSON_OPTIONAL, &example, error)
      || !weft_json_at_get_string (&at, "path", WEFT_JSON_OPTIONAL, &path, error)
      || !weft_json_at_get_string (&at, "sha256", WEFT_JSON_OPTIONAL, &digest, error))
    return FALSE;
  if ((present ? 1 : 0) + (example != NULL ? 1 : 0) + (path != NULL ? 1 : 0) != 1)
    return weft_json_at_refuse (&at, WEFT_JSON_ERROR_MISSING, _("one of workload, example and path"), error);
  g_free (request->title);
  request->title = g_strdup (title);
  request->workload = present ? json_node_copy (workload.node) : NULL;
  request->example = g_strdup (example);
  request->path = g_strdup (path);
  request->digest = g_strdup (digest);
  return TRUE;
}

static gboolean
read_remotes (const WeftJsonAt *root, WeftSimRequest *request, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  WeftJsonAt array, element;
  gboolean present = FALSE;

  if (!weft_json_at_get_array (root, "remotes", WEFT_JSON_OPTIONAL, &array, &present, error))
    return FALSE;
  for (guint i = 0; present && i < weft_json_at_length (&array); i++)
    {
      const char *text;

      weft_json_at_element (&array, i, &element);
      if (!weft_json_at_string (&element, &text, error))
        return FALSE;
      g_strv_builder_add (builder, text);
    }
  request->remotes = present ? g_strv_builder_end (builder) : NULL;
  return TRUE;
}

static gboolean
read_ranks (WeftTrailRun *run, WeftEvent *event, WeftSimRequest *request, GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  WeftJsonAt root, element;

  if (!read_blob (run, event, "ranks", &node, error))
    return FALSE;
  if (node == NULL)
    return TRUE;
  weft_json_at_root (&root, node, "ranks");
  if (!weft_json_at_array (&root, error))
    return FALSE;
  request->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < weft_json_at_length (&root); i++)
    {
      gint64 device;
      guint32 value;

      weft_json_at_element (&root, i, &element);
      if (!weft_json_at_integer (&element, &device, error))
        return FALSE;
      if (device < 0 || device >= MOST_RANKS)
        return weft_json_at_refuse (&element, WEFT_JSON_ERROR_RANGE, _("the number of a device"), error);
      value = (guint32) device;
      g_array_append_val (request->ranks, value);
    }
  return TRUE;
}

static gboolean
read_start (WeftTrailRun *run, WeftSimRecord *self, GError **error)
{
  g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, 1, error);
  g_autoptr (JsonNode) node = NULL;
  WeftSimRequest *request = self->request;
  const char *knobs = NULL;
  WeftJsonAt root;

  if (event == NULL)
    return FALSE;
  if (!weft_sim_record_is (event))
    return refuse (event, _("the run is no simulation"), error);
  node = json_node_init_object (json_node_alloc (), weft_event_get_data (event));
  weft_json_at_root (&root, node, "event 1");
  if (!read_input (&root, request, error) || !read_settings (&root, &request->settings, error)
      || !read_remotes (&root, request, error) || !read_ranks (run, event, request, error)
      || !weft_json_at_get_string (&root, "knobs", WEFT_JSON_OPTIONAL, &knobs, error)
      || !read_blob (run, event, "knobs", &request->knobs, error))
    return FALSE;
  request->knobs_name = g_strdup (knobs);
  self->time = g_strdup (weft_event_get_time (event));
  return TRUE;
}

/* --- sim.result --- */

static gboolean
read_result (WeftTrailRun *run, WeftSimRecord *self, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (WeftEvent) event = weft_trail_run_find (run, "sim.result", TRUE, &cause);
  g_autoptr (JsonNode) design = NULL;
  JsonObject *data;

  if (event == NULL)
    {
      if (cause != NULL)
        g_propagate_error (error, g_steal_pointer (&cause));
      else
        g_set_error_literal (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
                             _("The run has no result: it was cut off while it was written"));
      return FALSE;
    }
  data = weft_event_get_data (event);
  self->event = weft_event_get_seq (event);
  self->makespan_s = weft_json_find_number (data, "makespan_s");
  self->result_sha256 = g_strdup (weft_json_find_string (data, "result"));
  if (self->result_sha256 == NULL)
    return refuse (event, _("it has no digest of the result"), error);
  if (!read_blob (run, event, "design", &design, error))
    return FALSE;
  if (design == NULL)
    return refuse (event, _("it has no design"), error);
  self->design = weft_design_new_from_json (design, "design", NULL, error);
  if (self->design == NULL)
    return FALSE;
  self->design_sha256 = weft_design_digest (self->design);
  return TRUE;
}

WeftSimRecord *
weft_sim_record_read (WeftTrailRun *run, GError **error)
{
  g_autoptr (WeftSimRecord) self = g_new0 (WeftSimRecord, 1);

  self->request = weft_sim_request_new (NULL);
  return read_start (run, self, error) && read_result (run, self, error) ? g_steal_pointer (&self) : NULL;
}

void
weft_sim_record_free (WeftSimRecord *self)
{
  if (self == NULL)
    return;
  weft_sim_request_free (self->request);
  g_clear_object (&self->design);
  g_free (self->design_sha256);
  g_free (self->result_sha256);
  g_free (self->time);
  g_free (self);
}

/* --- running it again --- */

typedef struct
{
  WeftFlat *flat;
  WeftPlatform *platform;
  GPtrArray *notes;
} Machine;

static void
clear_machine (Machine *self)
{
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Machine, clear_machine)

/* The machine has to live as long as the answer. (transfer full) (nullable) */
static WeftSimAnswer *
run_again (const WeftSimRecord *self, WeftEvaluator *evaluator, WeftSimLoader loader, Machine *machine,
           void (*progress) (double share, gpointer data), gpointer data, GCancellable *cancellable, GError **error)
{
  WeftInventory *inventory = weft_evaluator_get_inventory (evaluator, weft_design_get_profile (self->design), error);
  g_auto (WeftSimInputs) inputs = { NULL, NULL };
  WeftSimGround ground = { NULL, NULL, inventory };

  if (inventory == NULL)
    return NULL;
  machine->notes = g_ptr_array_new_with_free_func (g_free);
  ground.flat = machine->flat = weft_machine_flatten (self->design, inventory, error);
  if (machine->flat == NULL)
    return NULL;
  ground.platform = machine->platform
    = weft_platform_from_flat (machine->flat, inventory, machine->notes, cancellable, error);
  if (machine->platform == NULL
      || !weft_sim_request_load (self->request, weft_evaluator_get_catalog (evaluator), loader, &inputs, cancellable,
                                 error))
    return NULL;
  return weft_sim_request_run (self->request, &inputs, &ground, progress, data, cancellable, error);
}

static void
compare (const WeftSimRecord *self, const WeftSimAnswer *answer, WeftReplayReport *report)
{
  g_autofree char *digest = weft_sim_result_digest (answer->result);
  double makespan_s = answer->result->makespan_s;

  report->simulations = 1;
  if (g_str_equal (digest, self->result_sha256))
    return;
  report->first_difference = self->event;
  report->what = makespan_s != self->makespan_s
                   ? g_strdup_printf (_("makespan: recorded %.17g s, computed %.17g s"), self->makespan_s, makespan_s)
                   : g_strdup_printf (_("result: recorded %.12s…, computed %.12s…"), self->result_sha256, digest);
}

gboolean
weft_sim_record_replay (WeftEvaluator *evaluator, WeftTrailRun *run, WeftSimLoader loader, WeftReplayReport *report,
                        void (*progress) (double share, gpointer data), gpointer data, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (WeftSimRecord) record = weft_sim_record_read (run, error);
  g_auto (Machine) machine = { NULL, NULL, NULL };
  g_autoptr (WeftSimAnswer) answer = NULL;

  *report = (WeftReplayReport) { 0 };
  if (record == NULL)
    return FALSE;
  answer = run_again (record, evaluator, loader, &machine, progress, data, cancellable, error);
  if (answer == NULL)
    return FALSE;
  compare (record, answer, report);
  return TRUE;
}
