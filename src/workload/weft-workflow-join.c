/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins parents and children of a workflow, and sums up the files that pass between them. */
#include "workload/weft-workflow-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Lists of numbers, one list for each of something. */
typedef struct
{
  guint32 *first; /* [n + 1] */
  guint32 *at;
} Lists;

/* What joining needs to look up. */
typedef struct
{
  WeftWorkflow *flow;
  WeftWfStats *stats;
  Lists parents;  /* of tasks: numbers of tasks, some of them twice */
  Lists inputs;   /* of tasks: numbers of files, some of them twice */
  Lists writers;  /* of files: numbers of tasks, some of them twice */
  guint32 n_many; /* parents that are not there and that several tasks have */
} Join;

static void
lists_clear (Lists *self)
{
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->at, g_free);
}

/* Of pairs; one whose owner is WEFT_TASK_NONE is left out. */
static void
lists_fill (Lists *self, guint32 n_owners, const guint32 *owners, const guint32 *values, guint n_pairs)
{
  g_autofree guint32 *next = NULL;

  self->first = g_new0 (guint32, (gsize) n_owners + 1);
  self->at = g_new (guint32, n_pairs);
  for (guint i = 0; i < n_pairs; i++)
    if (owners[i] != WEFT_TASK_NONE)
      self->first[owners[i] + 1]++;
  for (guint32 i = 0; i < n_owners; i++)
    self->first[i + 1] += self->first[i];
  next = g_memdup2 (self->first, ((gsize) n_owners + 1) * sizeof *next);
  for (guint i = 0; i < n_pairs; i++)
    if (owners[i] != WEFT_TASK_NONE)
      self->at[next[owners[i]]++] = values[i];
}

static guint
n_tasks (const Join *self)
{
  return self->flow->tasks->len;
}

static char *
name_task (const Join *self, guint32 task)
{
  const WeftWfTask *at = &g_array_index (self->flow->tasks, WeftWfTask, task);

  return weft_task_builder_join_name (self->flow->builder, at->stem, at->ordinal);
}

/* --- parents --- */

/* A parent that is not there is one of two things: many tasks that share it wait for something outside of what was
 * recorded, but one task alone that names it hints at a damaged file. */
static gboolean
check_unknown_parents (Join *self, WeftTaskNames *unknown, GArray *n_children, GArray *a_child, GError **error)
{
  WeftWorkflow *flow = self->flow;

  for (guint i = 0; i < flow->links->len; i++)
    {
      const WeftWfLink *link = &g_array_index (flow->links, WeftWfLink, i);
      guint32 index = weft_task_names_find (unknown, link->stem, link->ordinal);
      g_autofree char *name = NULL;
      g_autofree char *parent = NULL;

      if (index == WEFT_TASK_NONE || g_array_index (n_children, guint32, index) > 1)
        continue;
      name = name_task (self, g_array_index (a_child, guint32, index));
      parent = weft_task_builder_join_name (flow->builder, link->stem, link->ordinal);
      return weft_workload_text_refuse (flow->file, 0, WEFT_WORKLOAD_ERROR_DANGLING, error,
                                        _("task “%s” has the parent “%s”, which is not there; the file may be damaged"),
                                        name, parent);
    }
  self->n_many = weft_task_names_length (unknown);
  return TRUE;
}

/* Which parents are not there, and how many tasks have each. */
static gboolean
look_for_unknown_parents (Join *self, GError **error)
{
  WeftWorkflow *flow = self->flow;
  g_autoptr (WeftTaskNames) unknown = weft_task_names_new ();
  g_autoptr (GArray) n_children = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) a_child = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < flow->links->len; i++)
    {
      const WeftWfLink *link = &g_array_index (flow->links, WeftWfLink, i);
      const guint32 one = 1;
      guint32 index;

      if (link->is_child || weft_task_names_find (flow->names, link->stem, link->ordinal) != WEFT_TASK_NONE)
        continue;
      if (weft_task_names_add (unknown, link->stem, link->ordinal))
        {
          g_array_append_val (n_children, one);
          g_array_append_val (a_child, link->task);
          continue;
        }
      index = weft_task_names_find (unknown, link->stem, link->ordinal);
      if (g_array_index (a_child, guint32, index) != link->task)
        g_array_index (n_children, guint32, index)++;
    }
  return check_unknown_parents (self, unknown, n_children, a_child, error);
}

static gboolean
refuse_child (Join *self, const WeftWfLink *link, GError **error)
{
  g_autofree char *name = name_task (self, link->task);
  g_autofree char *child = weft_task_builder_join_name (self->flow->builder, link->stem, link->ordinal);

  return weft_workload_text_refuse (self->flow->file, 0, WEFT_WORKLOAD_ERROR_DANGLING, error,
                                    _("task “%s” has the child “%s”, which is not there; the file may be damaged"),
                                    name, child);
}

/* The union of what children say of parents and parents of children. */
static gboolean
join_parents (Join *self, GError **error)
{
  WeftWorkflow *flow = self->flow;
  g_autofree guint32 *children = g_new (guint32, flow->links->len);
  g_autofree guint32 *parents = g_new (guint32, flow->links->len);

  if (!look_for_unknown_parents (self, error))
    return FALSE;
  for (guint i = 0; i < flow->links->len; i++)
    {
      const WeftWfLink *link = &g_array_index (flow->links, WeftWfLink, i);
      guint32 other = weft_task_names_find (flow->names, link->stem, link->ordinal);

      if (link->is_child && other == WEFT_TASK_NONE)
        return refuse_child (self, link, error);
      children[i] = link->is_child || other == WEFT_TASK_NONE ? other : link->task;
      parents[i] = link->is_child ? link->task : other;
    }
  lists_fill (&self->parents, n_tasks (self), children, parents, flow->links->len);
  return TRUE;
}

/* --- files --- */

static void
join_files (Join *self)
{
  WeftWorkflow *flow = self->flow;
  guint n = flow->uses->len;
  g_autofree guint32 *readers = g_new (guint32, n);
  g_autofree guint32 *written = g_new (guint32, n);
  g_autofree guint32 *files = g_new (guint32, n);
  g_autofree guint32 *tasks = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      const WeftWfUse *use = &g_array_index (flow->uses, WeftWfUse, i);

      files[i] = use->file;
      tasks[i] = use->task;
      readers[i] = use->is_output ? WEFT_TASK_NONE : use->task;
      written[i] = use->is_output ? use->file : WEFT_TASK_NONE;
    }
  lists_fill (&self->inputs, n_tasks (self), readers, files, n);
  lists_fill (&self->writers, flow->file_bytes->len, written, tasks, n);
}

static gboolean
has_writers (const Join *self, guint32 file, gboolean are_several)
{
  guint32 begin = self->writers.first[file], end = self->writers.first[file + 1];

  if (end == begin)
    return FALSE;
  return !are_several || self->writers.at[begin] != self->writers.at[end - 1];
}

static void
note_files (Join *self, guint n_shared, guint n_unknown)
{
  const WeftWorkloadText *file = self->flow->file;

  if (n_shared > 0)
    weft_workload_text_note (file,
                             g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u file is written by several tasks",
                                                           "%u files are written by several tasks", n_shared),
                                              n_shared));
  if (n_unknown > 0)
    weft_workload_text_note (file,
                             g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                           "%u file has no size; it passes between no two tasks",
                                                           "%u files have no size; they pass between no two tasks",
                                                           n_unknown),
                                              n_unknown));
}

static void
sum_files (Join *self)
{
  WeftWorkflow *flow = self->flow;
  g_autofree guint8 *is_read = g_new0 (guint8, flow->file_bytes->len);
  guint n_unknown = 0, n_shared = 0;

  for (guint i = 0; i < flow->uses->len; i++)
    if (!g_array_index (flow->uses, WeftWfUse, i).is_output)
      is_read[g_array_index (flow->uses, WeftWfUse, i).file] = TRUE;
  for (guint f = 0; f < flow->file_bytes->len; f++)
    {
      double bytes = g_array_index (flow->file_bytes, double, f);

      n_shared += has_writers (self, f, TRUE);
      n_unknown += isnan (bytes);
      if (isnan (bytes))
        continue;
      self->stats->file_bytes += bytes;
      if (is_read[f] && !has_writers (self, f, FALSE))
        self->stats->external_input_bytes += bytes;
    }
  self->stats->n_files = flow->n_files;
  note_files (self, n_shared, n_unknown);
}

/* --- edges --- */

/* The edges into one task while their bytes are summed up. */
typedef struct
{
  guint32 *edge_of; /* [tasks] which of the edges comes from it, when @stamp is the task */
  guint32 *stamp;
  guint32 *seen;    /* [files] the task that has read it last */
  GArray *parents;  /* guint32 */
  GArray *bytes;    /* double */
} Inward;

static gboolean
add_file (Join *self, Inward *in, guint32 task, guint32 file, GError **error)
{
  double bytes = g_array_index (self->flow->file_bytes, double, file);
  guint32 last = WEFT_TASK_NONE;

  for (guint32 i = self->writers.first[file]; i < self->writers.first[file + 1]; i++)
    {
      guint32 writer = self->writers.at[i];

      /* a task may list an output twice, one after the other here */
      if (writer == last || in->stamp[writer] != task)
        continue;
      last = writer;
      if (isnan (bytes))
        {
          g_autofree char *name = name_task (self, task);

          return weft_workload_text_refuse (self->flow->file, 0, WEFT_WORKLOAD_ERROR_DANGLING, error,
                                            _("task “%s” reads the file “%s” of another task, but the file is not "
                                              "among “specification.files”, so that its size is not known"),
                                            name, (char *) g_ptr_array_index (self->flow->file_ids, file));
        }
      g_array_index (in->bytes, double, in->edge_of[writer]) += bytes;
    }
  return TRUE;
}

static void
find_parents (Join *self, Inward *in, guint32 task)
{
  const double none = 0;

  g_array_set_size (in->parents, 0);
  g_array_set_size (in->bytes, 0);
  for (guint32 i = self->parents.first[task]; i < self->parents.first[task + 1]; i++)
    {
      guint32 parent = self->parents.at[i];

      if (in->stamp[parent] == task)
        continue;
      in->stamp[parent] = task;
      in->edge_of[parent] = in->parents->len;
      g_array_append_val (in->parents, parent);
      g_array_append_val (in->bytes, none);
    }
}

static gboolean
join_task (Join *self, Inward *in, guint32 task, GError **error)
{
  find_parents (self, in, task);
  for (guint32 i = self->inputs.first[task]; i < self->inputs.first[task + 1]; i++)
    {
      guint32 file = self->inputs.at[i];

      if (in->seen[file] != task && !add_file (self, in, task, file, error))
        return FALSE;
      in->seen[file] = task;
    }
  for (guint i = 0; i < in->parents->len; i++)
    {
      double bytes = g_array_index (in->bytes, double, i);

      weft_task_builder_add_edge (self->flow->builder, g_array_index (in->parents, guint32, i), task, bytes);
      self->stats->edge_bytes += bytes;
      self->stats->n_edges++;
    }
  return TRUE;
}

static void
fill_none (guint32 *values, guint n)
{
  for (guint i = 0; i < n; i++)
    values[i] = WEFT_TASK_NONE;
}

static gboolean
join_edges (Join *self, GError **error)
{
  guint n = n_tasks (self), n_files = self->flow->file_bytes->len;
  Inward in = {
    .edge_of = g_new (guint32, n),
    .stamp = g_new (guint32, n),
    .seen = g_new (guint32, n_files),
    .parents = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .bytes = g_array_new (FALSE, FALSE, sizeof (double)),
  };
  gboolean is_ok = TRUE;

  fill_none (in.stamp, n);
  fill_none (in.seen, n_files);
  for (guint32 i = 0; i < n && is_ok; i++)
    is_ok = join_task (self, &in, i, error);
  g_free (in.edge_of);
  g_free (in.stamp);
  g_free (in.seen);
  g_array_unref (in.parents);
  g_array_unref (in.bytes);
  return is_ok;
}

/* --- the whole --- */

static void
note_unknown_parents (Join *self)
{
  g_autofree char *note = NULL;

  if (self->n_many == 0)
    return;
  note = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%u parent that several tasks share is not in the file: they are taken not to "
                                       "wait for it",
                                       "%u parents that several tasks share are not in the file: they are taken not to "
                                       "wait for them",
                                       self->n_many),
                          self->n_many);
  weft_task_builder_add_note (self->flow->builder, note);
}

gboolean
weft_workflow_join (WeftWorkflow *flow, WeftWfStats *stats, GError **error)
{
  Join self = { .flow = flow, .stats = stats };
  gboolean is_ok;

  is_ok = join_parents (&self, error);
  if (is_ok)
    {
      join_files (&self);
      is_ok = join_edges (&self, error);
    }
  if (is_ok)
    {
      sum_files (&self);
      note_unknown_parents (&self);
    }
  lists_clear (&self.parents);
  lists_clear (&self.inputs);
  lists_clear (&self.writers);
  return is_ok;
}
