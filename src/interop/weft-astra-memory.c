/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the file of remote memory: which memories there are, and which ranks share one. Their requests do not cross the
 * network, as in ASTRA-sim. */
#include <glib/gi18n-lib.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "base/weft-quote-private.h"
#include "interop/weft-astra.h"

static const WeftJsonLimits limits = { 1 << 20, 8, 10000 };

typedef enum
{
  NO_MEMORY,
  PER_NODE,
  PER_NPU,
  POOL,
  N_TYPES,
} Type;

static const char *const types[N_TYPES] = { "NO_MEMORY_EXPANSION", "PER_NODE_MEMORY_EXPANSION",
                                            "PER_NPU_MEMORY_EXPANSION", "MEMORY_POOL" };

static const char *const known[] = { "memory-type",       "num-nodes",     "num-npus-per-node",
                                     "remote-mem-latency", "remote-mem-bw", NULL };

typedef struct
{
  WeftJsonAt root;
  const char *path;
  Type type;
  guint32 n_nodes;
  guint32 n_ranks_per_node;
  double latency_ns;
  double bw_gb_s;
} Memory;

static void
provider_clear (gpointer data)
{
  g_free (((WeftSimProvider *) data)->name);
}

static gboolean
take_type (Memory *self, GError **error)
{
  const char *text = NULL;
  g_autofree char *shown = NULL;

  if (!weft_json_at_get_string (&self->root, "memory-type", WEFT_JSON_REQUIRED, &text, error))
    return FALSE;
  for (guint i = 0; i < N_TYPES; i++)
    if (g_str_equal (text, types[i]))
      {
        self->type = i;
        return TRUE;
      }
  shown = weft_quote (text, -1);
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED,
               _("%s: “memory-type” is %s, expected NO_MEMORY_EXPANSION, PER_NODE_MEMORY_EXPANSION, "
                 "PER_NPU_MEMORY_EXPANSION or MEMORY_POOL"), self->path, shown);
  return FALSE;
}

static gboolean
take_count (const Memory *self, const char *key, guint32 *count, GError **error)
{
  gint64 number = 0;

  if (!weft_json_at_get_integer (&self->root, key, WEFT_JSON_REQUIRED, &number, error))
    return FALSE;
  if (number < 1 || number > WEFT_MAX_SIM_RANKS)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                   _("%s: “%s” is %" G_GINT64_FORMAT ", expected a whole number from 1 to %u"), self->path, key, number,
                   WEFT_MAX_SIM_RANKS);
      return FALSE;
    }
  *count = (guint32) number;
  return TRUE;
}

static gboolean
take_rates (Memory *self, GError **error)
{
  if (!weft_json_at_get_number (&self->root, "remote-mem-latency", WEFT_JSON_REQUIRED, &self->latency_ns, error)
      || !weft_json_at_get_number (&self->root, "remote-mem-bw", WEFT_JSON_REQUIRED, &self->bw_gb_s, error))
    return FALSE;
  if (self->latency_ns >= 0 && self->bw_gb_s > 0)
    return TRUE;
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               _("%s: “remote-mem-latency” is %g ns and “remote-mem-bw” %g B/ns, expected 0 or more and more than 0"),
               self->path, self->latency_ns, self->bw_gb_s);
  return FALSE;
}

static gboolean
take_all (Memory *self, GError **error)
{
  if (!weft_json_at_object (&self->root, error) || !take_type (self, error))
    return FALSE;
  if (self->type == NO_MEMORY)
    return TRUE;
  if (self->type == PER_NODE
      && (!take_count (self, "num-nodes", &self->n_nodes, error)
          || !take_count (self, "num-npus-per-node", &self->n_ranks_per_node, error)))
    return FALSE;
  return take_rates (self, error);
}

/* A memory of each NPU alone is one that serves every request with its whole rate. */
static GArray *
make_providers (const Memory *self)
{
  GArray *providers = g_array_new (FALSE, FALSE, sizeof (WeftSimProvider));
  guint32 n = self->type == NO_MEMORY ? 0 : self->type == PER_NODE ? self->n_nodes : 1;

  g_array_set_clear_func (providers, provider_clear);
  for (guint32 i = 0; i < n; i++)
    {
      WeftSimProvider provider = {
        .name = self->type == PER_NODE ? g_strdup_printf (_("memory of node %u"), i)
                                       : g_strdup (self->type == POOL ? _("memory pool") : _("memory of each NPU")),
        .node = WEFT_SIM_NONE,
        .bw_bytes_s = self->bw_gb_s * 1e9,
        .latency_s = self->latency_ns / 1e9,
        .queue = self->type == PER_NPU ? WEFT_SIM_QUEUE_NONE : WEFT_SIM_QUEUE_FIFO,
      };

      g_array_append_val (providers, provider);
    }
  return providers;
}

static void
note_keys (const Memory *self, GPtrArray *notes)
{
  g_autoptr (GList) members = json_object_get_members (json_node_get_object (self->root.node));

  for (GList *at = members; at != NULL; at = at->next)
    {
      g_autofree char *shown = weft_quote (at->data, -1);

      if (!g_strv_contains (known, at->data))
        g_ptr_array_add (notes, g_strdup_printf (_("%s: %s is not known and was not used"), self->path, shown));
    }
}

gboolean
weft_astra_memory_read (const char *path, WeftChakraOptions *chakra, GPtrArray *notes, GError **error)
{
  g_autoptr (JsonNode) node = weft_json_load (path, &limits, error);
  Memory self = { .path = path };

  if (node == NULL)
    return FALSE;
  weft_json_at_root (&self.root, node, path);
  if (!take_all (&self, error))
    return FALSE;
  g_clear_pointer (&chakra->providers, g_array_unref);
  chakra->providers = make_providers (&self);
  chakra->n_nodes_of_provider = self.type == PER_NODE ? self.n_ranks_per_node : 0;
  if (notes != NULL)
    note_keys (&self, notes);
  return TRUE;
}
