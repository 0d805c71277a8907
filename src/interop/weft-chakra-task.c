/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A node as a task. Seconds and bytes are those of the peers' feeder: a time in the file or a roofline, the shard of a
 * rank for an all-gather. */
#include "interop/weft-chakra-task-private.h"

#include <glib/gi18n-lib.h>

#include "interop/weft-chakra-names-private.h"

static gboolean
read_flag (WeftChakraReader *self, WeftChakraKey key, gboolean *flag, GError **error)
{
  gint64 value = 0;

  if (weft_chakra_file_has (&self->file, key) && !weft_chakra_file_integer (&self->file, key, &value, error))
    return FALSE;
  *flag = value != 0;
  return TRUE;
}

/* --- computing --- */

/* In seconds; of Weft's own attributes for times that are no whole number of nanoseconds. */
static gboolean
read_exact (WeftChakraReader *self, WeftSimCost *cost, GError **error)
{
  static const WeftChakraKey keys[] = { WEFT_CHAKRA_LAUNCH_S, WEFT_CHAKRA_COMPUTE_S, WEFT_CHAKRA_MEMORY_S };
  double *const parts[] = { &cost->launch_s, &cost->compute_s, &cost->memory_s };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (weft_chakra_file_has (&self->file, keys[i]) &&
        !weft_chakra_file_amount (&self->file, keys[i], parts[i], error))
      return FALSE;
  return TRUE;
}

/* Microseconds as they stand. They are unsigned, so that a negative number becomes a huge one. */
static gboolean
read_duration (WeftChakraReader *self, WeftSimCost *cost, GError **error)
{
  WeftChakraFile *file = &self->file;

  if (file->node.duration_us > G_MAXINT64)
    return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_INVALID, error,
                                    _("duration_micros is %" G_GINT64_FORMAT "; expected none that is negative"),
                                    (gint64) file->node.duration_us);
  cost->compute_s = file->node.duration_us / 1e6;
  return TRUE;
}

static gboolean
read_times (WeftChakraReader *self, WeftSimCost *cost, GError **error)
{
  WeftChakraFile *file = &self->file;
  double nanoseconds = 0;

  if (weft_chakra_file_has (file, WEFT_CHAKRA_COMPUTE_S))
    {
      if (!read_exact (self, cost, error))
        return FALSE;
    }
  else if (!weft_chakra_file_has (file, WEFT_CHAKRA_DURATION_NS))
    {
      if (!read_duration (self, cost, error))
        return FALSE;
    }
  else if (!weft_chakra_file_count (file, WEFT_CHAKRA_DURATION_NS, &nanoseconds, error))
    return FALSE;
  else
    cost->compute_s = nanoseconds / 1e9;
  cost->compute_s = MAX (cost->compute_s, self->options->least_compute_s);
  return TRUE;
}

/* num_ops / min (peak, bandwidth * num_ops / tensor_size) is the longer of two times (Williams et al. 2009); without
 * bytes it is the peak's. */
static gboolean
read_roofline (WeftChakraReader *self, WeftSimCost *cost, GError **error)
{
  double n_ops = 0, n_bytes = 0;

  if (!weft_chakra_file_count (&self->file, WEFT_CHAKRA_NUM_OPS, &n_ops, error) ||
      !weft_chakra_file_count (&self->file, WEFT_CHAKRA_TENSOR_SIZE, &n_bytes, error))
    return FALSE;
  cost->compute_s = n_ops / self->options->peak_flops_s;
  cost->memory_s = n_bytes / self->options->mem_bw_bytes_s;
  return TRUE;
}

/* Operations of the host have no roofline. */
static gboolean
add_compute (WeftChakraReader *self, guint32 *task, GError **error)
{
  const WeftChakraNode *node = &self->file.node;
  WeftSimCost cost = { 0 };
  const char *kernel = NULL;
  gboolean is_host = FALSE;

  if (!read_flag (self, WEFT_CHAKRA_IS_CPU_OP, &is_host, error) ||
      (weft_chakra_file_has (&self->file, WEFT_CHAKRA_KERNEL) &&
       !weft_chakra_file_text (&self->file, WEFT_CHAKRA_KERNEL, &kernel, error)))
    return FALSE;
  self->n_host += is_host;
  if (!(self->options->use_roofline && !is_host ? read_roofline : read_times) (self, &cost, error))
    return FALSE;
  *task = weft_sim_builder_add_compute (self->builder, self->rank, node->id, node->name, kernel, cost.launch_s,
                                        cost.compute_s, cost.memory_s, error);
  return *task != WEFT_SIM_NONE;
}

/* --- bytes --- */

static gboolean
read_bytes (WeftChakraReader *self, WeftChakraKey key, double *bytes, GError **error)
{
  if (weft_chakra_file_has (&self->file, WEFT_CHAKRA_EXACT_BYTES))
    return weft_chakra_file_amount (&self->file, WEFT_CHAKRA_EXACT_BYTES, bytes, error);
  return weft_chakra_file_count (&self->file, key, bytes, error);
}

/* --- messages --- */

/* A rank may leave its own number out, but cannot be another one. */
static gboolean
check_own (WeftChakraReader *self, WeftChakraKey key, GError **error)
{
  gint64 own = self->rank;

  if (weft_chakra_file_has (&self->file, key) && !weft_chakra_file_integer (&self->file, key, &own, error))
    return FALSE;
  if (own == self->rank)
    return TRUE;
  return weft_chakra_file_refuse (&self->file, WEFT_SIM_ERROR_INVALID, error,
                                  _("attribute %s is %" G_GINT64_FORMAT ", but the file is that of rank %u"),
                                  weft_chakra_key_name (key), own, self->rank);
}

static gboolean
add_message (WeftChakraReader *self, gboolean is_send, guint32 *task, GError **error)
{
  WeftChakraFile *file = &self->file;
  WeftChakraKey other_key = is_send ? WEFT_CHAKRA_COMM_DST : WEFT_CHAKRA_COMM_SRC;
  double bytes = 0;
  guint32 other = 0;
  gint64 tag = 0;

  if (!check_own (self, is_send ? WEFT_CHAKRA_COMM_SRC : WEFT_CHAKRA_COMM_DST, error) ||
      !weft_chakra_file_index (file, other_key, &other, error) ||
      !weft_chakra_file_integer (file, WEFT_CHAKRA_COMM_TAG, &tag, error) ||
      !read_bytes (self, WEFT_CHAKRA_COMM_SIZE, &bytes, error))
    return FALSE;
  *task = (is_send ? weft_sim_builder_add_send : weft_sim_builder_add_recv) (
    self->builder, self->rank, file->node.id, file->node.name, other, tag, bytes, error);
  return *task != WEFT_SIM_NONE;
}

/* --- collectives --- */

static gboolean
read_comm (WeftChakraReader *self, WeftSimComm *comm, GError **error)
{
  gint64 number = 0;

  if (!weft_chakra_file_integer (&self->file, WEFT_CHAKRA_COMM_TYPE, &number, error))
    return FALSE;
  if (weft_chakra_comm_read (number, comm))
    return TRUE;
  return weft_chakra_file_refuse (&self->file, WEFT_SIM_ERROR_UNSUPPORTED, error,
                                  _("attribute comm_type is %" G_GINT64_FORMAT ", which is no collective that is "
                                    "known: 0 is ALL_REDUCE, 9 is BARRIER"),
                                  number);
}

/* The whole buffer, where the file may have one rank's part of it. */
static gboolean
read_buffer (WeftChakraReader *self, WeftSimComm comm, guint32 group, double *bytes, GError **error)
{
  if (comm == WEFT_SIM_BARRIER && !weft_chakra_file_has (&self->file, WEFT_CHAKRA_COMM_SIZE))
    return TRUE;
  if (!read_bytes (self, WEFT_CHAKRA_COMM_SIZE, bytes, error))
    return FALSE;
  if (weft_chakra_is_shard (comm) && !weft_chakra_file_has (&self->file, WEFT_CHAKRA_EXACT_BYTES))
    *bytes *= weft_chakra_groups_n_ranks (&self->groups, group);
  return TRUE;
}

static gboolean
add_collective (WeftChakraReader *self, guint32 *task, GError **error)
{
  WeftChakraFile *file = &self->file;
  const char *name = "";
  WeftSimComm comm;
  guint32 group, root = WEFT_SIM_NONE;
  double bytes = 0;

  if (!read_comm (self, &comm, error) ||
      (weft_chakra_file_has (file, WEFT_CHAKRA_PG_NAME) &&
       !weft_chakra_file_text (file, WEFT_CHAKRA_PG_NAME, &name, error)) ||
      !weft_chakra_groups_find (&self->groups, file, self->rank, name, &group, self->cancellable, error) ||
      !read_buffer (self, comm, group, &bytes, error) ||
      (weft_chakra_file_has (file, WEFT_CHAKRA_COMM_ROOT) &&
       !weft_chakra_file_index (file, WEFT_CHAKRA_COMM_ROOT, &root, error)))
    return FALSE;
  *task = weft_sim_builder_add_collective (self->builder, self->rank, file->node.id, file->node.name, group, comm,
                                           bytes, root, error);
  return *task != WEFT_SIM_NONE;
}

/* --- remote memory --- */

static gboolean
find_provider (WeftChakraReader *self, guint32 *provider, GError **error)
{
  guint32 n_nodes = self->options->n_nodes_of_provider;

  if (self->n_providers == 0)
    return weft_chakra_file_refuse (&self->file, WEFT_SIM_ERROR_INVALID, error,
                                    _("it uses remote memory, but none is given; give a file of remote memory"));
  if (weft_chakra_file_has (&self->file, WEFT_CHAKRA_PROVIDER))
    return weft_chakra_file_index (&self->file, WEFT_CHAKRA_PROVIDER, provider, error);
  *provider = n_nodes > 0 ? self->rank / n_nodes : 0;
  if (*provider < self->n_providers)
    return TRUE;
  return weft_chakra_file_refuse (&self->file, WEFT_SIM_ERROR_INVALID, error,
                                  _("it uses remote memory, but of %u memories with %u ranks each none is left for "
                                    "rank %u"),
                                  self->n_providers, n_nodes, self->rank);
}

static gboolean
add_remote (WeftChakraReader *self, gboolean is_store, guint32 *task, GError **error)
{
  const WeftChakraNode *node = &self->file.node;
  double bytes = 0;
  guint32 provider = 0;

  if (!read_bytes (self, WEFT_CHAKRA_TENSOR_SIZE, &bytes, error) || !find_provider (self, &provider, error))
    return FALSE;
  *task = weft_sim_builder_add_remote (self->builder, self->rank, node->id, node->name, provider, is_store, bytes,
                                       error);
  return *task != WEFT_SIM_NONE;
}

/* --- nodes that take no time --- */

static gboolean
add_control (WeftChakraReader *self, guint32 *task, GError **error)
{
  const WeftChakraNode *node = &self->file.node;

  *task = weft_sim_builder_add_control (self->builder, self->rank, node->id, node->name, error);
  return *task != WEFT_SIM_NONE;
}

/* What waits for one that waits for others has to wait for those, so such a node stays. */
static gboolean
add_nothing (WeftChakraReader *self, guint32 *task, GError **error)
{
  const WeftChakraNode *node = &self->file.node;

  self->n_invalid += node->type == WEFT_CHAKRA_INVALID;
  return node->n_deps[0] + node->n_deps[1] == 0 || add_control (self, task, error);
}

static gboolean
refuse_type (WeftChakraReader *self, GError **error)
{
  return weft_chakra_file_refuse (&self->file, WEFT_SIM_ERROR_UNSUPPORTED, error,
                                  _("it has the type %d, which is not known; types go from 0 to %d"),
                                  self->file.node.type, WEFT_N_CHAKRA_TYPES - 1);
}

static gboolean
add_by_type (WeftChakraReader *self, guint32 *task, GError **error)
{
  gboolean is_control = FALSE;

  switch (self->file.node.type)
    {
    case WEFT_CHAKRA_INVALID:
    case WEFT_CHAKRA_METADATA:
      return add_nothing (self, task, error);
    case WEFT_CHAKRA_COMP:
      if (!read_flag (self, WEFT_CHAKRA_IS_CONTROL, &is_control, error))
        return FALSE;
      return is_control ? add_control (self, task, error) : add_compute (self, task, error);
    case WEFT_CHAKRA_COMM_SEND:
      return add_message (self, TRUE, task, error);
    case WEFT_CHAKRA_COMM_RECV:
      return add_message (self, FALSE, task, error);
    case WEFT_CHAKRA_COMM_COLL:
      return add_collective (self, task, error);
    case WEFT_CHAKRA_MEM_LOAD:
      return add_remote (self, FALSE, task, error);
    case WEFT_CHAKRA_MEM_STORE:
      return add_remote (self, TRUE, task, error);
    default:
      return refuse_type (self, error);
    }
}

/* --- public --- */

gboolean
weft_chakra_task_add (WeftChakraReader *self, guint32 *task, GError **error)
{
  GError *reason = NULL;

  *task = WEFT_SIM_NONE;
  if (add_by_type (self, task, &reason))
    return TRUE;
  /* The builder does not know of files. */
  if (!g_str_has_prefix (reason->message, self->file.records.name) && reason->domain == WEFT_SIM_ERROR)
    g_prefix_error (&reason, "%s: ", self->file.records.name);
  g_propagate_error (error, reason);
  return FALSE;
}
