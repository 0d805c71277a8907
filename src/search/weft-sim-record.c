/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three events: run.start has the question, sim.result the design and the answer, run.end the end. Nothing depends on
 * threads, and only the times on the clock. */
#include "config.h"

#include "search/weft-sim-record.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "search/weft-run-start.h"

/* Doubles that are hashed at a time. */
#define PIECE 512

/* --- digests --- */

/* The same bytes on every machine. */
static void
add_doubles (GChecksum *sum, const double *values, gsize n)
{
  guint64 piece[PIECE];

  for (gsize from = 0; from < n; from += PIECE)
    {
      gsize room = MIN (n - from, PIECE);

      for (gsize i = 0; i < room; i++)
        {
          union
          {
            double value;
            guint64 bits;
          } word = { .value = values[from + i] };

          piece[i] = GUINT64_TO_LE (word.bits);
        }
      g_checksum_update (sum, (const guchar *) piece, (gssize) (room * sizeof *piece));
    }
}

char *
weft_sim_result_digest (const WeftSimResult *result)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  add_doubles (sum, &result->makespan_s, 1);
  add_doubles (sum, result->start_s, result->trace->n_tasks);
  add_doubles (sum, result->finish_s, result->trace->n_tasks);
  for (guint32 i = 0; i < result->network->n_links; i++)
    add_doubles (sum, &result->links[i].bytes, 1);
  return g_strdup (g_checksum_get_string (sum));
}

/* Every value of a record that is not text about it. */
static void
add_record (GChecksum *sum, WeftRecord *record)
{
  g_autoptr (GPtrArray) keys = weft_record_list_keys (record);
  const char *id = weft_record_get_id (record);

  g_checksum_update (sum, (const guchar *) id, -1);
  for (guint i = 0; i < keys->len; i++)
    {
      g_autofree char *text = NULL;
      WeftValue value;

      if (!weft_record_lookup (record, keys->pdata[i], &value))
        continue;
      text = weft_json_write_canonical (value.node);
      g_checksum_update (sum, keys->pdata[i], -1);
      g_checksum_update (sum, (const guchar *) text, -1);
    }
}

/* Of all that machines are made of. (transfer full) */
static char *
digest_catalog (WeftCatalog *catalog)
{
  static const WeftRecordKind kinds[] = { WEFT_RECORD_CHIP, WEFT_RECORD_SCALEUP, WEFT_RECORD_SCALEOUT,
                                          WEFT_RECORD_COMPONENT };
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      GListModel *records = weft_catalog_list (catalog, kinds[k]);

      for (guint i = 0; i < g_list_model_get_n_items (records); i++)
        {
          g_autoptr (WeftRecord) record = g_list_model_get_item (records, i);

          add_record (sum, record);
        }
    }
  return g_strdup (g_checksum_get_string (sum));
}

/* --- what was asked for --- */

static JsonObject *
describe_simulator (WeftInventory *inventory)
{
  JsonObject *object = json_object_new ();
  WeftProfile *profile = weft_inventory_get_profile (inventory);

  json_object_set_string_member (object, "name", "weft simulator");
  json_object_set_string_member (object, "version", WEFT_VERSION);
  json_object_set_string_member (object, "profile", weft_profile_get_id (profile));
  json_object_set_string_member (object, "profile_sha256", weft_profile_get_digest (profile));
  return object;
}

static JsonObject *
describe_input (const WeftSimRequest *request)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "title", request->title);
  if (request->workload != NULL)
    json_object_set_member (object, "workload", json_node_copy (request->workload));
  if (request->example != NULL)
    json_object_set_string_member (object, "example", request->example);
  if (request->path != NULL)
    json_object_set_string_member (object, "path", request->path);
  if (request->digest != NULL)
    json_object_set_string_member (object, "sha256", request->digest);
  return object;
}

static JsonObject *
describe_settings (const WeftSimSettings *settings)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "links", weft_sim_model_nick (settings->model));
  json_object_set_double_member (object, "packet_bytes", settings->packet_bytes);
  json_object_set_string_member (object, "collectives", weft_sim_algorithm_nick (settings->collectives));
  json_object_set_boolean_member (object, "closed_form", settings->closed_form);
  json_object_set_string_member (object, "mapper", weft_map_algorithm_info (settings->algorithm)->id);
  return object;
}

static JsonObject *
describe_start (const WeftSimRequest *request, WeftDesign *design, WeftInventory *inventory)
{
  JsonObject *data = json_object_new ();
  g_autofree char *catalog = digest_catalog (weft_inventory_get_catalog (inventory));

  json_object_set_object_member (data, "app", weft_run_start_app ());
  json_object_set_object_member (data, "simulator", describe_simulator (inventory));
  json_object_set_string_member (data, "catalog_sha256", catalog);
  json_object_set_string_member (data, "method", WEFT_SIM_METHOD);
  json_object_set_string_member (data, "method_label", "simulation");
  json_object_set_int_member (data, "seed", 0);
  json_object_set_object_member (data, "input", describe_input (request));
  json_object_set_string_member (data, "design_name", weft_design_get_name (design));
  json_object_set_object_member (data, "settings", describe_settings (&request->settings));
  if (request->remotes != NULL && request->remotes[0] != NULL)
    {
      JsonArray *array = json_array_new ();

      for (char **remote = request->remotes; *remote != NULL; remote++)
        json_array_add_string_element (array, *remote);
      json_object_set_array_member (data, "remotes", array);
    }
  if (request->knobs_name != NULL)
    json_object_set_string_member (data, "knobs", request->knobs_name);
  return data;
}

/* --- what was found --- */

static JsonObject *
describe_counts (const WeftSimResult *result)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "tasks", result->trace->n_tasks);
  json_object_set_int_member (object, "ranks", result->trace->n_ranks);
  json_object_set_int_member (object, "messages", (gint64) result->n_messages);
  json_object_set_int_member (object, "events", (gint64) result->n_events);
  return object;
}

static JsonObject *
describe_shares (const WeftSimResult *result)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    weft_json_set_number (object, weft_sim_share_nick (i), result->share[i]);
  return object;
}

/* --- writing --- */

/* Takes @data. */
static gboolean
append (WeftTrailWriter *writer, const char *kind, const char *actor, guint64 parent, JsonObject *data,
        GHashTable *blobs, GError **error)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, data);
  return weft_trail_writer_append (writer, kind, actor, parent, node,
                                   blobs != NULL && g_hash_table_size (blobs) > 0 ? blobs : NULL, NULL, error);
}

static GHashTable *
new_blobs (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_bytes_unref);
}

/* Takes @text. */
static void
add_blob (GHashTable *blobs, const char *name, char *text)
{
  g_hash_table_insert (blobs, (gpointer) name, g_bytes_new_take (text, strlen (text)));
}

/* "[3,0,1]" (transfer full) */
static char *
write_ranks (const GArray *ranks)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < ranks->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "," : "", g_array_index (ranks, guint32, i));
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static gboolean
write_start (WeftTrailWriter *writer, const WeftSimRequest *request, WeftDesign *design, WeftInventory *inventory,
             GError **error)
{
  g_autoptr (GHashTable) blobs = new_blobs ();

  if (request->ranks != NULL)
    add_blob (blobs, "ranks", write_ranks (request->ranks));
  if (request->knobs != NULL)
    add_blob (blobs, "knobs", weft_json_write_canonical (request->knobs));
  return append (writer, "run.start", "app", 0, describe_start (request, design, inventory), blobs, error);
}

static gboolean
write_result (WeftTrailWriter *writer, WeftDesign *design, const WeftSimAnswer *answer, const char *digest,
              GError **error)
{
  g_autoptr (GHashTable) blobs = new_blobs ();
  g_autofree char *of_design = weft_design_digest (design);
  JsonObject *data = json_object_new ();
  const WeftSimResult *result = answer->result;

  json_object_set_string_member (data, "design", of_design);
  weft_json_set_number (data, "makespan_s", result->makespan_s);
  if (!isnan (answer->mapped_s))
    weft_json_set_number (data, "mapper_makespan_s", answer->mapped_s);
  json_object_set_object_member (data, "shares", describe_shares (result));
  json_object_set_object_member (data, "counts", describe_counts (result));
  json_object_set_array_member (data, "warnings", weft_json_strings (answer->notes));
  json_object_set_string_member (data, "result", digest);
  add_blob (blobs, "design", weft_design_to_text (design));
  return append (writer, "sim.result", "simulator", 1, data, blobs, error);
}

static gboolean
write_end (WeftTrailWriter *writer, const WeftSimAnswer *answer, const char *digest, GError **error)
{
  JsonObject *data = json_object_new ();

  json_object_set_string_member (data, "reason", "finished");
  weft_json_set_number (data, "makespan_s", answer->result->makespan_s);
  json_object_set_string_member (data, "results", digest);
  return append (writer, "run.end", "app", 0, data, NULL, error) && weft_trail_writer_close (writer, error);
}

char *
weft_sim_record_write (const char *folder, const WeftSimRequest *request, WeftDesign *design, WeftInventory *inventory,
                       const WeftSimAnswer *answer, GError **error)
{
  g_autofree char *of_design = weft_design_digest (design);
  g_autofree char *digest = weft_sim_result_digest (answer->result);
  g_autofree char *seed_text = g_strconcat (WEFT_SIM_METHOD, " ", request->title, " ", of_design, " ", digest, NULL);
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (folder, NULL, seed_text, error);

  if (writer == NULL || !write_start (writer, request, design, inventory, error)
      || !write_result (writer, design, answer, digest, error) || !write_end (writer, answer, digest, error))
    return NULL;
  return g_strdup (weft_trail_writer_get_path (writer));
}
