/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remote memory, and its JSON in the first record. Its place in a network is none of a trace file. */
#include "interop/weft-chakra-providers-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"

static const char *const queue_nicks[] = {
  [WEFT_SIM_QUEUE_FIFO] = "fifo",
  [WEFT_SIM_QUEUE_FAIR] = "fair",
  [WEFT_SIM_QUEUE_NONE] = "none",
};

/* --- reading --- */

static gboolean
parse_queue (const char *nick, WeftSimQueue *queue)
{
  for (guint i = 0; nick != NULL && i < G_N_ELEMENTS (queue_nicks); i++)
    if (g_str_equal (nick, queue_nicks[i]))
      {
        *queue = i;
        return TRUE;
      }
  return FALSE;
}

/* An infinite rate is written as null. */
static gboolean
add_written (WeftSimBuilder *builder, JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *name = weft_json_find_string (object, "name");
  double bw_bytes_s = weft_json_find_number (object, "bw_bytes_s");
  double latency_s = weft_json_find_number (object, "latency_s");
  WeftSimQueue queue;

  if (name == NULL || isnan (latency_s) || !parse_queue (weft_json_find_string (object, "queue"), &queue))
    return FALSE;
  weft_sim_builder_add_provider (builder, name, WEFT_SIM_NONE, isnan (bw_bytes_s) ? INFINITY : bw_bytes_s, latency_s,
                                 queue);
  return TRUE;
}

static gboolean
add_all_written (WeftChakraFile *file, WeftSimBuilder *builder, guint32 *n_providers, GError **error)
{
  g_autoptr (JsonNode) root =
    weft_json_parse (file->head.providers, -1, file->records.name, &weft_json_default_limits, NULL);
  JsonArray *array = root != NULL && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;
  gboolean is_good = array != NULL;

  *n_providers = array != NULL ? json_array_get_length (array) : 0;
  for (guint i = 0; i < *n_providers && is_good; i++)
    is_good = add_written (builder, json_array_get_element (array, i));
  if (is_good)
    return TRUE;
  return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_INVALID, error,
                                  _("its remote memory, which Weft has written, is not understood: the file was "
                                    "changed"));
}

/* --- public --- */

gboolean
weft_chakra_providers_add (const WeftChakraOptions *options, WeftChakraFile *file, WeftSimBuilder *builder,
                           guint32 *n_providers, GError **error)
{
  *n_providers = options->providers != NULL ? options->providers->len : 0;
  if (*n_providers == 0 && file->head.providers != NULL)
    return add_all_written (file, builder, n_providers, error);
  for (guint32 i = 0; i < *n_providers; i++)
    {
      const WeftSimProvider *provider = &g_array_index (options->providers, WeftSimProvider, i);

      weft_sim_builder_add_provider (builder, provider->name, provider->node, provider->bw_bytes_s,
                                     provider->latency_s, provider->queue);
    }
  return TRUE;
}

char *
weft_chakra_providers_write (const WeftSimTrace *trace)
{
  GString *out;

  if (trace->n_providers == 0)
    return NULL;
  out = g_string_new ("[");
  for (guint32 i = 0; i < trace->n_providers; i++)
    {
      const WeftSimProvider *provider = &trace->providers[i];

      g_string_append (out, i > 0 ? ",{\"name\":" : "{\"name\":");
      weft_json_append_string (out, provider->name);
      g_string_append (out, ",\"bw_bytes_s\":");
      weft_json_append_number (out, provider->bw_bytes_s);
      g_string_append (out, ",\"latency_s\":");
      weft_json_append_number (out, provider->latency_s);
      g_string_append_printf (out, ",\"queue\":\"%s\"}", queue_nicks[provider->queue]);
    }
  g_string_append_c (out, ']');
  return g_string_free (out, FALSE);
}
