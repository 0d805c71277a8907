/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a scheduling problem in plain numbers, "weft-map-instance/1". Devices with equal columns of times become one
 * class, pairs with equal costs one link. */
#include "mapper/weft-map-problem-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "mapper/weft-platform-private.h"
#include "workload/weft-task-builder.h"

#define FORMAT "weft-map-instance/1"
/* Links have 16-bit numbers. */
#define MAX_LINKS 65536u

/* What has been read so far. */
typedef struct
{
  WeftJsonAt root;
  guint n_devices;
  guint32 n_tasks;
  double *columns; /* [tasks × devices] */
  WeftTaskGraph *graph;
  guint16 *class_of; /* [devices] */
  guint *first_of;   /* [classes] the first device of each */
  guint n_classes;
  guint16 *link_of;
  GArray *links; /* WeftLink */
} Reading;

/* --- numbers --- */

static gboolean
read_devices (Reading *reading, GError **error)
{
  const char *format = FORMAT;
  gint64 n_devices = 0;
  WeftJsonAt at;

  if (!weft_json_at_object (&reading->root, error)
      || !weft_json_at_get_string (&reading->root, "format", WEFT_JSON_OPTIONAL, &format, error)
      || !weft_json_at_get_integer (&reading->root, "procs", WEFT_JSON_REQUIRED, &n_devices, error))
    return FALSE;
  if (!g_str_equal (format, FORMAT))
    {
      weft_json_at_member (&reading->root, "format", &at);
      return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, "\"" FORMAT "\"", error);
    }
  weft_json_at_member (&reading->root, "procs", &at);
  if (n_devices < 0)
    return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, "the number of devices, from 1 on", error);
  if (n_devices == 0)
    {
      g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE,
                   _("/procs: there are no devices; tasks need at least one to run on"));
      return FALSE;
    }
  if (n_devices > WEFT_MAX_PLATFORM_DEVICES)
    {
      g_autofree char *found = weft_json_at_found (&at);

      g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_LIMIT,
                   _("/procs: found %s; a mapper takes at most %u devices"), found, WEFT_MAX_PLATFORM_DEVICES);
      return FALSE;
    }
  reading->n_devices = n_devices;
  return TRUE;
}

/* An array of so many elements, named @what in plural. */
static gboolean
check_length (const WeftJsonAt *at, guint length, const char *what, GError **error)
{
  g_autofree char *pointer = NULL;

  if (!weft_json_at_array (at, error))
    return FALSE;
  if (weft_json_at_length (at) == length)
    return TRUE;
  pointer = weft_json_at_pointer (at);
  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID, _("%s: found %u %s, expected %u"), pointer,
               weft_json_at_length (at), what, length);
  return FALSE;
}

/* A finite number from 0 on; where 0 will not do, one that can be divided by. */
static gboolean
read_amount (const WeftJsonAt *at, gboolean may_be_zero, const char *expected, double *value, GError **error)
{
  if (!weft_json_at_number (at, value, error))
    return FALSE;
  if (!isfinite (*value) || *value < 0 || (!may_be_zero && !isfinite (1 / *value)))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, expected, error);
  *value += 0.0; /* -0 is 0 */
  return TRUE;
}

/* A row of a matrix. @diagonal: the element that has no meaning, or a number above all. */
static gboolean
read_row (const WeftJsonAt *rows, guint row, guint n_columns, guint diagonal, gboolean may_be_zero,
          const char *expected, double *values, GError **error)
{
  WeftJsonAt at, cell;

  weft_json_at_element (rows, row, &at);
  if (!check_length (&at, n_columns, _("numbers, one a device"), error))
    return FALSE;
  for (guint c = 0; c < n_columns; c++)
    if (c != diagonal)
      {
        weft_json_at_element (&at, c, &cell);
        if (!read_amount (&cell, may_be_zero, expected, &values[c], error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
read_times (Reading *reading, GError **error)
{
  WeftJsonAt tasks;

  if (!weft_json_at_get_array (&reading->root, "tasks", WEFT_JSON_REQUIRED, &tasks, NULL, error))
    return FALSE;
  reading->n_tasks = weft_json_at_length (&tasks);
  reading->columns = g_new (double, (gsize) reading->n_tasks * reading->n_devices);
  for (guint32 i = 0; i < reading->n_tasks; i++)
    if (!read_row (&tasks, i, reading->n_devices, G_MAXUINT, TRUE, "a time, which is a finite number from 0 on",
                   reading->columns + (gsize) i * reading->n_devices, error))
      return FALSE;
  return TRUE;
}

/* --- the graph --- */

/* Names of tasks are for people only: what does not name each task is passed over. */
static const char *
label_of (const Reading *reading, guint32 task)
{
  WeftJsonAt labels, at;
  const char *label = NULL;

  if (weft_json_at_member (&reading->root, "labels", &labels) && weft_json_at_length (&labels) == reading->n_tasks
      && weft_json_at_element (&labels, task, &at) && JSON_NODE_HOLDS_VALUE (at.node)
      && json_node_get_value_type (at.node) == G_TYPE_STRING)
    label = json_node_get_string (at.node);
  return label != NULL && *label != '\0' ? label : "task";
}

static gboolean
read_end (const Reading *reading, const WeftJsonAt *edge, guint index, guint32 *task, GError **error)
{
  WeftJsonAt at;
  gint64 value = -1;

  weft_json_at_element (edge, index, &at);
  if (!weft_json_at_integer (&at, &value, error))
    return FALSE;
  if (value < 0 || value >= reading->n_tasks)
    {
      g_autofree char *pointer = weft_json_at_pointer (&at);
      g_autofree char *found = weft_json_at_found (&at);

      g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
                   _("%s: found %s, but there are %u tasks, counted from 0"), pointer, found, reading->n_tasks);
      return FALSE;
    }
  *task = value;
  return TRUE;
}

static gboolean
read_edge (const Reading *reading, const WeftJsonAt *edge, WeftTaskBuilder *builder, GError **error)
{
  WeftJsonAt at;
  guint32 from, to;
  double bytes;

  if (!check_length (edge, 3, _("numbers (from, to, data)"), error) || !read_end (reading, edge, 0, &from, error)
      || !read_end (reading, edge, 1, &to, error))
    return FALSE;
  weft_json_at_element (edge, 2, &at);
  if (!read_amount (&at, TRUE, "an amount of data, which is a finite number from 0 on", &bytes, error))
    return FALSE;
  weft_task_builder_add_edge (builder, from, to, bytes);
  return TRUE;
}

static gint
compare_pairs_cb (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a;
  guint64 y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* Names an edge that is there twice: the builder adds such edges up, which a problem in numbers cannot mean. */
static gboolean
refuse_duplicate (const WeftJsonAt *edges, const WeftTaskGraph *graph, GError **error)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  guint64 twice = 0;

  for (guint e = 0; e < weft_json_at_length (edges); e++)
    {
      JsonArray *edge = json_array_get_array_element (json_node_get_array (edges->node), e);
      guint64 pair = (guint64) json_array_get_int_element (edge, 0) << 32 | json_array_get_int_element (edge, 1);

      g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, compare_pairs_cb);
  for (guint e = 1; e < pairs->len; e++)
    if (g_array_index (pairs, guint64, e) == g_array_index (pairs, guint64, e - 1))
      {
        twice = g_array_index (pairs, guint64, e);
        break;
      }
  from = weft_task_graph_task_name (graph, twice >> 32);
  to = weft_task_graph_task_name (graph, twice & G_MAXUINT32);
  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID,
               _("/edges: the edge from task “%s” to task “%s” is there twice; add its data up"), from, to);
  return FALSE;
}

static gboolean
read_graph (Reading *reading, GError **error)
{
  const WeftTaskCost cost = { .kernel = "task" };
  const char *name = "instance";
  g_autoptr (WeftTaskBuilder) builder = NULL;
  WeftJsonAt edges, edge;

  weft_json_at_get_string (&reading->root, "name", WEFT_JSON_OPTIONAL, &name, NULL);
  if (!weft_json_at_get_array (&reading->root, "edges", WEFT_JSON_REQUIRED, &edges, NULL, error))
    return FALSE;
  builder = weft_task_builder_new (name);
  weft_task_builder_add_kind (builder, &cost);
  for (guint32 i = 0; i < reading->n_tasks; i++)
    weft_task_builder_add_task (builder, 0, weft_task_builder_intern (builder, label_of (reading, i)), i);
  for (guint e = 0; e < weft_json_at_length (&edges); e++)
    {
      weft_json_at_element (&edges, e, &edge);
      if (!read_edge (reading, &edge, builder, error))
        return FALSE;
    }
  reading->graph = weft_task_builder_finish (g_steal_pointer (&builder), NULL, error);
  if (reading->graph == NULL)
    return FALSE;
  return reading->graph->n_edges == weft_json_at_length (&edges)
         || refuse_duplicate (&edges, reading->graph, error);
}

/* --- the platform --- */

static gboolean
is_same_column (const Reading *reading, guint a, guint b)
{
  const double *row = reading->columns;

  for (guint32 i = 0; i < reading->n_tasks; i++, row += reading->n_devices)
    if (row[a] != row[b])
      return FALSE;
  return TRUE;
}

static void
find_classes (Reading *reading)
{
  reading->class_of = g_new (guint16, reading->n_devices);
  reading->first_of = g_new (guint, reading->n_devices);
  for (guint p = 0; p < reading->n_devices; p++)
    {
      guint c = 0;

      while (c < reading->n_classes && !is_same_column (reading, reading->first_of[c], p))
        c++;
      if (c == reading->n_classes)
        reading->first_of[reading->n_classes++] = p;
      reading->class_of[p] = c;
    }
}

static guint
hash_link_cb (gconstpointer key)
{
  const WeftLink *link = key;

  return g_double_hash (&link->alpha_s) * 31 + g_double_hash (&link->bw_bytes_s);
}

static gboolean
equal_link_cb (gconstpointer a, gconstpointer b)
{
  const WeftLink *x = a;
  const WeftLink *y = b;

  return x->alpha_s == y->alpha_s && x->bw_bytes_s == y->bw_bytes_s;
}

/* The number of a link, which is kept once. */
static guint
share_link (Reading *reading, GHashTable *known, const WeftLink *link)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (known, link));

  if (found > 0)
    return found - 1;
  g_array_append_val (reading->links, *link);
  g_hash_table_insert (known, g_memdup2 (link, sizeof *link), GUINT_TO_POINTER (reading->links->len));
  return reading->links->len - 1;
}

static gboolean
read_links (Reading *reading, GError **error)
{
  guint n = reading->n_devices;
  g_autoptr (GHashTable) known = g_hash_table_new_full (hash_link_cb, equal_link_cb, g_free, NULL);
  g_autofree double *latency_s = g_new0 (double, n);
  g_autofree double *bw_bytes_s = g_new0 (double, n);
  WeftJsonAt latency, bandwidth;

  if (!weft_json_at_get_array (&reading->root, "latency", WEFT_JSON_REQUIRED, &latency, NULL, error)
      || !check_length (&latency, n, _("rows, one a device"), error)
      || !weft_json_at_get_array (&reading->root, "bandwidth", WEFT_JSON_REQUIRED, &bandwidth, NULL, error)
      || !check_length (&bandwidth, n, _("rows, one a device"), error))
    return FALSE;
  reading->links = g_array_new (FALSE, FALSE, sizeof (WeftLink));
  reading->link_of = g_new0 (guint16, (gsize) n * n);
  for (guint from = 0; from < n; from++)
    {
      if (!read_row (&latency, from, n, from, TRUE, "a latency, which is a finite number from 0 on", latency_s, error)
          || !read_row (&bandwidth, from, n, from, FALSE, "a bandwidth, which is a finite number above 0", bw_bytes_s,
                        error))
        return FALSE;
      for (guint to = 0; to < n; to++)
        if (to != from)
          reading->link_of[(gsize) from * n + to]
              = share_link (reading, known, &(WeftLink) { latency_s[to], bw_bytes_s[to] });
      if (reading->links->len <= MAX_LINKS)
        continue;
      g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_LIMIT,
                   _("/bandwidth/%u: the pairs up to here have %u different costs; a mapper takes at most %u"), from,
                   reading->links->len, MAX_LINKS);
      return FALSE;
    }
  return TRUE;
}

static WeftPlatform *
make_platform (Reading *reading)
{
  const WeftLink unused = { 0, INFINITY };
  WeftPlatform *platform;

  if (reading->links->len == 0)
    g_array_append_val (reading->links, unused);
  platform = weft_platform_new (reading->n_devices, reading->n_classes, reading->links->len);
  memcpy (platform->class_of, reading->class_of, reading->n_devices * sizeof *reading->class_of);
  memcpy (platform->links, reading->links->data, reading->links->len * sizeof (WeftLink));
  memcpy (platform->link_of, reading->link_of, (gsize) reading->n_devices * reading->n_devices * sizeof (guint16));
  for (guint c = 0; c < reading->n_classes; c++)
    platform->class_name[c] = g_strdup_printf ("class-%u", c);
  weft_platform_finish (platform);
  return platform;
}

/* --- public --- */

static WeftMapProblem *
make_problem (Reading *reading)
{
  g_autoptr (WeftPlatform) platform = make_platform (reading);
  double *time_s = g_new (double, (gsize) reading->n_tasks * reading->n_classes);

  for (gsize i = 0; i < reading->n_tasks; i++)
    for (guint c = 0; c < reading->n_classes; c++)
      time_s[i * reading->n_classes + c] = reading->columns[i * reading->n_devices + reading->first_of[c]];
  return weft_map_problem_new_rows (reading->graph, platform, reading->n_tasks, NULL, time_s);
}

static void
reading_clear (Reading *reading)
{
  g_free (reading->columns);
  g_clear_pointer (&reading->graph, weft_task_graph_unref);
  g_free (reading->class_of);
  g_free (reading->first_of);
  g_free (reading->link_of);
  g_clear_pointer (&reading->links, g_array_unref);
}

/**
 * weft_map_problem_from_json: (skip)
 * @node: `{"procs", "tasks": [[time on each device]], "edges": [[from, to, data]], "latency", "bandwidth"}`; other
 *   members are passed over, "labels" names the tasks
 * @name: (nullable): what messages about members begin with, such as a file's name
 * @error: return location: a #WeftJsonError, #WeftWorkloadError or #WeftMapperError with a JSON pointer
 *
 * Times, data, latencies and rates are in whatever unit the writer counts in; results are in the same.
 *
 * Returns: (transfer full) (nullable): the problem
 */
WeftMapProblem *
weft_map_problem_from_json (JsonNode *node, const char *name, GError **error)
{
  Reading reading = { 0 };
  WeftMapProblem *problem = NULL;

  weft_json_at_root (&reading.root, node, name);
  if (read_devices (&reading, error) && read_times (&reading, error) && read_graph (&reading, error)
      && read_links (&reading, error))
    {
      find_classes (&reading);
      problem = make_problem (&reading);
    }
  reading_clear (&reading);
  return problem;
}
