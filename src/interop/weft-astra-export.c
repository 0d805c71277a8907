/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes ASTRA-sim's files. What they cannot say is a note where it changes little, and an error where times would be of
 * something else. */
#include "interop/weft-astra-export.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-file.h"
#include "base/weft-json-write.h"
#include "interop/weft-astra-dims-private.h"
#include "interop/weft-chakra.h"

/* ASTRA-sim stops at an event without delay. */
#define LEAST_ENDPOINT_NS 1

static const struct
{
  const char *key;
  WeftSimComm comm;
} implementations[] = {
  { "all-reduce-implementation", WEFT_SIM_ALL_REDUCE },
  { "all-gather-implementation", WEFT_SIM_ALL_GATHER },
  { "reduce-scatter-implementation", WEFT_SIM_REDUCE_SCATTER },
  { "all-to-all-implementation", WEFT_SIM_ALL_TO_ALL },
};

static void add_note (GPtrArray *notes, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_note (GPtrArray *notes, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  if (notes != NULL)
    g_ptr_array_add (notes, g_strdup_vprintf (format, list));
  va_end (list);
}

/* --- network.yml --- */

static void
append_list (GString *text, const char *key, const WeftAstraDims *dims, char *(*show) (const WeftAstraDim *))
{
  g_string_append_printf (text, "%s: [ ", key);
  for (guint i = 0; i < dims->n_dims; i++)
    {
      g_autofree char *value = show (&dims->dim[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", value);
    }
  g_string_append (text, " ]\n");
}

static char *
show_number (double value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  return g_strdup (weft_json_format_double (value, buffer));
}

static char *
show_topology (const WeftAstraDim *dim)
{
  return g_strdup (weft_astra_topology_name (dim->topology));
}

static char *
show_count (const WeftAstraDim *dim)
{
  return g_strdup_printf ("%u", dim->n_ranks);
}

static char *
show_bandwidth (const WeftAstraDim *dim)
{
  return show_number (dim->bw_bytes_s / WEFT_ASTRA_GB);
}

static char *
show_latency (const WeftAstraDim *dim)
{
  return show_number (dim->latency_s * 1e9);
}

static gboolean
write_dims (const WeftAstraDims *dims, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_list (text, "topology", dims, show_topology);
  append_list (text, "npus_count", dims, show_count);
  append_list (text, "bandwidth", dims, show_bandwidth);
  append_list (text, "latency", dims, show_latency);
  return weft_file_save (path, text->str, -1, FALSE, error);
}

/* --- system.json --- */

static const char *
algorithm_name (WeftSimAlgorithm algorithm, const char *key, GPtrArray *notes)
{
  switch (algorithm)
    {
    case WEFT_SIM_ALGORITHM_RING:
      return "ring";
    case WEFT_SIM_ALGORITHM_DIRECT:
      return "direct";
    case WEFT_SIM_ALGORITHM_HALVING_DOUBLING:
      return "halvingDoubling";
    case WEFT_SIM_ALGORITHM_DOUBLE_TREE:
      return "doubleBinaryTree";
    default:
      add_note (notes, _("“%s” is written as ring: ASTRA-sim has no “%s”"), key, weft_sim_algorithm_nick (algorithm));
      return "ring";
    }
}

static void
put_algorithms (JsonObject *object, const WeftSimOptions *options, guint n_dims, GPtrArray *notes)
{
  for (guint i = 0; i < G_N_ELEMENTS (implementations); i++)
    {
      const char *key = implementations[i].key;
      const char *name = algorithm_name (options->algorithm[implementations[i].comm], key, notes);
      JsonArray *list = json_array_new ();

      for (guint d = 0; d < n_dims; d++)
        json_array_add_string_element (list, name);
      json_object_set_array_member (object, key, list);
    }
  if (n_dims > 1)
    add_note (notes, _("ASTRA-sim runs a collective one dimension after the other, not over its whole group at once"));
}

static void
put_delays (JsonObject *object, const WeftSimOptions *options, GPtrArray *notes)
{
  double endpoint_ns = rint (options->endpoint_s * 1e9);

  if (endpoint_ns < LEAST_ENDPOINT_NS)
    add_note (notes, _("“endpoint-delay” is written as %d ns: ASTRA-sim stops at 0"), LEAST_ENDPOINT_NS);
  else if (fabs (endpoint_ns - options->endpoint_s * 1e9) > 1e-6)
    add_note (notes, _("“endpoint-delay” is rounded to %g ns"), endpoint_ns);
  json_object_set_int_member (object, "endpoint-delay", (gint64) MAX (LEAST_ENDPOINT_NS, endpoint_ns));
  json_object_set_int_member (object, "active-chunks-per-dimension",
                              options->active_chunks > 0 ? options->active_chunks : options->chunks);
  json_object_set_int_member (object, "preferred-dataset-splits", options->chunks);
}

static void
note_options (const WeftSimOptions *options, GPtrArray *notes)
{
  if (options->speed != NULL || options->delay_s != NULL)
    add_note (notes, _("speeds and delays of single ranks were left out"));
  if (options->comm_knobs != NULL && options->comm_knobs->len > 0)
    add_note (notes, _("calibrated efficiencies of communication were left out"));
  if (options->compute_slots != 1 || options->comm_slots != 1)
    add_note (notes, _("in ASTRA-sim a rank computes one thing and communicates in one way at a time"));
  if (options->model == WEFT_SIM_FLUID)
    add_note (notes, _("ASTRA-sim stores and forwards whole messages, one after the other on each link (congestion_aware), "
                       "or lets each have every link to itself (congestion_unaware); this run shares links fairly"));
}

/* --- memory.json --- */

/* Ranks per provider when each rank uses provider rank / n; 0 when that is not so. */
static guint32
ranks_per_provider (const WeftSimTrace *trace)
{
  guint32 n = (trace->n_ranks + trace->n_providers - 1) / trace->n_providers;

  for (guint32 i = 0; i < trace->n_tasks; i++)
    if ((trace->kind[i] == WEFT_SIM_LOAD || trace->kind[i] == WEFT_SIM_STORE) && trace->peer[i] != trace->rank[i] / n)
      return 0;
  return n;
}

static gboolean
refuse_memory (GError **error, const char *words)
{
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED,
               _("ASTRA-sim knows one remote memory for all, one for each node or one for each NPU: %s"), words);
  return FALSE;
}

static gboolean
check_providers (const WeftSimTrace *trace, GError **error)
{
  const WeftSimProvider *first = trace->providers;

  for (guint32 i = 0; i < trace->n_providers; i++)
    {
      const WeftSimProvider *other = &trace->providers[i];

      if (other->bw_bytes_s != first->bw_bytes_s || other->latency_s != first->latency_s || other->queue != first->queue)
        return refuse_memory (error, _("these memories differ in rate, latency or queue"));
    }
  if (!isfinite (first->bw_bytes_s))
    return refuse_memory (error, _("this memory has no limit of its rate"));
  return TRUE;
}

static void
note_providers (const WeftSimTrace *trace, GPtrArray *notes)
{
  for (guint32 i = 0; i < trace->n_providers; i++)
    if (trace->providers[i].node != WEFT_SIM_NONE)
      {
        add_note (notes, _("requests of remote memory do not cross the network in ASTRA-sim"));
        break;
      }
  if (trace->providers[0].queue == WEFT_SIM_QUEUE_FAIR)
    add_note (notes, _("remote memory serves one request after the other in ASTRA-sim, not all at once"));
}

static gboolean
put_memory (JsonObject *object, const WeftSimTrace *trace, GPtrArray *notes, GError **error)
{
  const WeftSimProvider *first = trace->providers;
  guint32 each;

  if (trace->n_providers == 0)
    {
      json_object_set_string_member (object, "memory-type", "NO_MEMORY_EXPANSION");
      return TRUE;
    }
  each = ranks_per_provider (trace);
  if (!check_providers (trace, error))
    return FALSE;
  if (each == 0)
    return refuse_memory (error, _("here ranks that are not side by side share a memory"));
  if (first->queue == WEFT_SIM_QUEUE_NONE)
    json_object_set_string_member (object, "memory-type", "PER_NPU_MEMORY_EXPANSION");
  else if (trace->n_providers == 1)
    json_object_set_string_member (object, "memory-type", "MEMORY_POOL");
  else
    {
      json_object_set_string_member (object, "memory-type", "PER_NODE_MEMORY_EXPANSION");
      json_object_set_int_member (object, "num-nodes", trace->n_providers);
      json_object_set_int_member (object, "num-npus-per-node", each);
    }
  json_object_set_double_member (object, "remote-mem-latency", first->latency_s * 1e9);
  json_object_set_double_member (object, "remote-mem-bw", first->bw_bytes_s / 1e9);
  note_providers (trace, notes);
  return TRUE;
}

/* --- public --- */

static gboolean
save_object (JsonObject *object, const char *path, GError **error)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *text = weft_json_write_pretty (node);

  return weft_file_save (path, text, -1, FALSE, error);
}

gboolean
weft_astra_network_write (const WeftSimNetwork *network, const char *path, GPtrArray *notes, GError **error)
{
  WeftAstraDims dims;

  return weft_astra_dims_find (network, &dims, notes, error) && write_dims (&dims, path, error);
}

gboolean
weft_astra_system_write (const WeftSimOptions *options, guint n_dims, const char *path, GPtrArray *notes, GError **error)
{
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_string_member (object, "scheduling-policy", "LIFO");
  put_algorithms (object, options, n_dims, notes);
  json_object_set_string_member (object, "collective-optimization", "baseline");
  put_delays (object, options, notes);
  if (isfinite (options->reduce_bw_bytes_s))
    json_object_set_double_member (object, "local-mem-bw", options->reduce_bw_bytes_s / 1e9);
  json_object_set_int_member (object, "roofline-enabled", 0);
  note_options (options, notes);
  return save_object (object, path, error);
}

gboolean
weft_astra_memory_write (const WeftSimTrace *trace, const char *path, GPtrArray *notes, GError **error)
{
  g_autoptr (JsonObject) object = json_object_new ();

  return put_memory (object, trace, notes, error) && save_object (object, path, error);
}

gboolean
weft_astra_export (const WeftSimTrace *trace, const WeftSimNetwork *network, const WeftSimOptions *options,
                   const char *prefix, GPtrArray *notes, GCancellable *cancellable, GError **error)
{
  g_autofree char *network_path = g_strconcat (prefix, ".network.yml", NULL);
  g_autofree char *system_path = g_strconcat (prefix, ".system.json", NULL);
  g_autofree char *memory_path = g_strconcat (prefix, ".memory.json", NULL);
  g_autoptr (JsonObject) memory = json_object_new ();
  WeftAstraDims dims;

  if (trace->n_ranks > network->n_ranks)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID, _("the trace has %u ranks, but the network has %u"),
                   trace->n_ranks, network->n_ranks);
      return FALSE;
    }
  if (!weft_astra_dims_find (network, &dims, notes, error) || !put_memory (memory, trace, notes, error)
      || !write_dims (&dims, network_path, error)
      || !weft_astra_system_write (options, dims.n_dims, system_path, notes, error)
      || !save_object (memory, memory_path, error) || !weft_chakra_write (trace, prefix, cancellable, error))
    return FALSE;
  if (trace->n_folds > 0)
    add_note (notes, _("iterations that were folded stand in the files as often as they are run here"));
  if (trace->n_ranks < network->n_ranks)
    add_note (notes, _("ASTRA-sim wants a file for each of the %u ranks of the network; there are %u"), network->n_ranks,
              trace->n_ranks);
  add_note (notes, "AstraSim_Analytical_Congestion_Aware --workload-configuration=%s --system-configuration=%s "
                   "--network-configuration=%s --remote-memory-configuration=%s --comm-group-configuration=%s.groups.json",
            prefix, system_path, network_path, memory_path, prefix);
  return TRUE;
}
