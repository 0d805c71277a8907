/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a trace hold, counted node by node, without asking whether it could run. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "base/weft-quantity.h"
#include "base/weft-quote-private.h"
#include "interop/weft-chakra-names-private.h"
#include "interop/weft-chakra-paths-private.h"
#include "interop/weft-chakra.h"

/* Process groups that are counted apart. */
#define MAX_GROUPS 256

/* @amount: seconds of computations, bytes of all others */
typedef struct
{
  guint64 n;
  double amount;
} Sum;

typedef struct
{
  char *version;
  guint32 n_ranks;
  guint64 n_nodes;
  guint64 n_deps;
  guint64 n_host;
  Sum of_type[WEFT_N_CHAKRA_TYPES];
  Sum of_comm[WEFT_N_SIM_COMMS];
  GHashTable *of_group; /* name to Sum */
  GHashTable *unknown;
} Census;

/* --- counting --- */

static void
add (Sum *sum, double amount)
{
  sum->n++;
  sum->amount += amount;
}

/* What is missing or no amount counts as none here. */
static double
amount_of (const WeftChakraNode *node, WeftChakraKey key)
{
  const WeftChakraValue *value = &node->value[key];
  double amount = 0;

  if (value->form == WEFT_CHAKRA_INTEGER)
    amount = value->integer;
  else if (value->form == WEFT_CHAKRA_HUGE)
    amount = value->huge;
  else if (value->form == WEFT_CHAKRA_REAL)
    amount = value->real;
  return isfinite (amount) && amount > 0 ? amount : 0;
}

static double
seconds_of (const WeftChakraNode *node)
{
  if (node->value[WEFT_CHAKRA_DURATION_NS].form == WEFT_CHAKRA_ABSENT)
    return node->duration_us / 1e6;
  return amount_of (node, WEFT_CHAKRA_DURATION_NS) / 1e9;
}

static void
count_group (Census *self, const char *name, double bytes)
{
  Sum *sum = g_hash_table_lookup (self->of_group, name);

  if (sum == NULL && g_hash_table_size (self->of_group) == MAX_GROUPS)
    return;
  if (sum == NULL)
    {
      sum = g_new0 (Sum, 1);
      g_hash_table_insert (self->of_group, g_strdup (name), sum);
    }
  add (sum, bytes);
}

static void
count_collective (Census *self, const WeftChakraNode *node)
{
  const WeftChakraValue *group = &node->value[WEFT_CHAKRA_PG_NAME];
  const WeftChakraValue *type = &node->value[WEFT_CHAKRA_COMM_TYPE];
  double bytes = amount_of (node, WEFT_CHAKRA_COMM_SIZE);
  WeftSimComm comm;

  if (type->form == WEFT_CHAKRA_INTEGER && weft_chakra_comm_read (type->integer, &comm))
    add (&self->of_comm[comm], bytes);
  count_group (self, group->form == WEFT_CHAKRA_TEXT && *group->text != '\0' ? group->text : "0", bytes);
}

static void
count_node (Census *self, const WeftChakraNode *node)
{
  double amount = 0;

  self->n_nodes++;
  self->n_deps += node->n_deps[0] + node->n_deps[1];
  if (node->type < 0 || node->type >= WEFT_N_CHAKRA_TYPES)
    return;
  if (node->type == WEFT_CHAKRA_COMP)
    {
      amount = seconds_of (node);
      self->n_host += amount_of (node, WEFT_CHAKRA_IS_CPU_OP) > 0;
    }
  else if (node->type == WEFT_CHAKRA_MEM_LOAD || node->type == WEFT_CHAKRA_MEM_STORE)
    amount = amount_of (node, WEFT_CHAKRA_TENSOR_SIZE);
  else
    amount = amount_of (node, WEFT_CHAKRA_COMM_SIZE);
  add (&self->of_type[node->type], amount);
  if (node->type == WEFT_CHAKRA_COMM_COLL)
    count_collective (self, node);
}

static gboolean
count_rank (Census *self, const char *prefix, guint32 rank, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = weft_chakra_rank_path (prefix, rank);
  GError *reason = NULL;
  WeftChakraFile file;

  if (weft_chakra_file_open (&file, path, self->unknown, cancellable, &reason))
    while (weft_chakra_file_next (&file, &reason))
      count_node (self, &file.node);
  if (rank == 0)
    self->version = g_strdup (file.head.version);
  weft_chakra_file_clear (&file);
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, reason);
  return FALSE;
}

/* --- JSON --- */

static void
set_sum (JsonObject *object, const char *name, const Sum *sum, const char *unit)
{
  JsonObject *member;

  if (sum->n == 0)
    return;
  member = json_object_new ();
  json_object_set_int_member (member, "nodes", (gint64) sum->n);
  if (unit != NULL)
    weft_json_set_number (member, unit, sum->amount);
  json_object_set_object_member (object, name, member);
}

static const char *
unit_of (WeftChakraType type)
{
  if (type == WEFT_CHAKRA_INVALID || type == WEFT_CHAKRA_METADATA)
    return NULL;
  return type == WEFT_CHAKRA_COMP ? "seconds" : "bytes";
}

static int
compare_names_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Borrowed names in their order. */
static GPtrArray *
sort_names (GHashTable *table)
{
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names_cb);
  return names;
}

static JsonNode *
show (const Census *self)
{
  JsonObject *object = json_object_new ();
  JsonObject *types = json_object_new ();
  JsonObject *comms = json_object_new ();
  JsonObject *groups = json_object_new ();
  g_autoptr (GPtrArray) group_names = sort_names (self->of_group);
  g_autoptr (GPtrArray) unknown = sort_names (self->unknown);
  JsonNode *root = json_node_init_object (json_node_alloc (), object);

  json_object_set_string_member (object, "version", self->version);
  json_object_set_int_member (object, "ranks", self->n_ranks);
  json_object_set_int_member (object, "nodes", (gint64) self->n_nodes);
  json_object_set_int_member (object, "dependences", (gint64) self->n_deps);
  json_object_set_int_member (object, "host_nodes", (gint64) self->n_host);
  for (guint i = 0; i < WEFT_N_CHAKRA_TYPES; i++)
    set_sum (types, weft_chakra_type_name (i), &self->of_type[i], unit_of (i));
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    set_sum (comms, weft_sim_comm_nick (i), &self->of_comm[i], "bytes");
  for (guint i = 0; i < group_names->len; i++)
    set_sum (groups, group_names->pdata[i], g_hash_table_lookup (self->of_group, group_names->pdata[i]), "bytes");
  json_object_set_object_member (object, "types", types);
  json_object_set_object_member (object, "collectives", comms);
  json_object_set_object_member (object, "groups", groups);
  json_object_set_array_member (object, "unknown_attributes", weft_json_strings (unknown));
  json_node_take_object (root, object);
  return root;
}

/* --- text --- */

static void
append_sums (GString *out, const char *title, JsonObject *sums)
{
  g_autoptr (GList) members = json_object_get_members (sums);

  if (members == NULL)
    return;
  g_string_append_printf (out, "%s\n", title);
  for (GList *l = members; l != NULL; l = l->next)
    {
      JsonObject *sum = weft_json_find_object (sums, l->data);
      double seconds = weft_json_find_number (sum, "seconds");
      double bytes = weft_json_find_number (sum, "bytes");
      g_autofree char *name = weft_quote_bare (l->data);
      g_autofree char *amount = isnan (seconds) ? weft_quantity_format (bytes, WEFT_UNIT_BYTES)
                                                : weft_quantity_format (seconds, WEFT_UNIT_S);

      g_string_append_printf (out, "  %-16s %12" G_GUINT64_FORMAT, name, weft_json_find_count (sum, "nodes"));
      if (!isnan (seconds) || !isnan (bytes))
        g_string_append_printf (out, "  %s", amount);
      g_string_append_c (out, '\n');
    }
}

/* --- public --- */

/**
 * weft_chakra_describe: (skip)
 * @prefix: what the names of the files begin with, or the file of a rank
 * @cancellable: (nullable): stops it
 * @error: return location for a #WeftSimError, or a #GIOErrorEnum
 *
 * Counts what the files hold. Only files that cannot be decoded are errors: a trace that could not run can be described.
 *
 * Returns: (transfer full) (nullable): an object of "version", "ranks", "nodes", "dependences", "host_nodes", "types",
 *   "collectives" and "groups" (each with "nodes", and "bytes" of comm_size or tensor_size, or "seconds" of the times in
 *   the files) and "unknown_attributes"; the first 256 process groups, "0" for all ranks
 */
JsonNode *
weft_chakra_describe (const char *prefix, GCancellable *cancellable, GError **error)
{
  g_autofree char *plain = weft_chakra_plain_prefix (prefix);
  Census census = { 0 };
  JsonNode *root = NULL;
  gboolean done;

  if (!weft_chakra_require_ranks (plain, &census.n_ranks, error))
    return NULL;
  census.of_group = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  census.unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  done = TRUE;
  for (guint32 r = 0; r < census.n_ranks && done; r++)
    done = count_rank (&census, plain, r, cancellable, error);
  if (done)
    root = show (&census);
  g_hash_table_unref (census.of_group);
  g_hash_table_unref (census.unknown);
  g_free (census.version);
  return root;
}

/**
 * weft_chakra_describe_text: (skip)
 * @description: what weft_chakra_describe() gives
 *
 * Returns: (transfer full): the same as lines of text
 */
char *
weft_chakra_describe_text (JsonNode *description)
{
  JsonObject *object = json_node_get_object (description);
  JsonArray *unknown = weft_json_find_array (object, "unknown_attributes");
  const char *version = weft_json_find_string (object, "version");
  g_autofree char *shown = weft_quote_bare (version != NULL ? version : "");
  GString *out = g_string_new (NULL);

  g_string_append_printf (out,
                          _("Chakra trace, version %s: %" G_GUINT64_FORMAT " ranks, %" G_GUINT64_FORMAT
                            " nodes, %" G_GUINT64_FORMAT " dependences\n"),
                          shown, weft_json_find_count (object, "ranks"), weft_json_find_count (object, "nodes"),
                          weft_json_find_count (object, "dependences"));
  append_sums (out, _("Types of nodes, and the times or bytes in the files:"), weft_json_find_object (object, "types"));
  append_sums (out, _("Collectives of each rank:"), weft_json_find_object (object, "collectives"));
  append_sums (out, _("Process groups (0 is all ranks):"), weft_json_find_object (object, "groups"));
  if (unknown != NULL && json_array_get_length (unknown) > 0)
    g_string_append_printf (out, ngettext ("%u attribute is not known.\n", "%u attributes are not known.\n",
                                           json_array_get_length (unknown)),
                            json_array_get_length (unknown));
  return g_string_free (out, FALSE);
}
