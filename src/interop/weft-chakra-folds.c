/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A node is written as "RANK ID", since not every id is a number of JSON. */
#include "interop/weft-chakra-folds-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-json-find.h"
#include "base/weft-json.h"

/* @first: where the nodes before it begin, those after it follow; @n_marks: of each */
typedef struct
{
  guint32 times;
  guint32 first;
  guint32 n_marks;
} Fold;

/* @place: in the order in which folds name them */
typedef struct
{
  guint32 rank;
  guint32 place;
  guint64 id;
} Mark;

/* --- reading --- */

static gboolean
refuse_changed (WeftChakraFile *file, GError **error)
{
  return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_INVALID, error,
                                  _("its repeated iterations, which Weft has written, are not understood: a file was "
                                    "changed"));
}

static gboolean
take_mark (WeftChakraFolds *self, JsonNode *node)
{
  Mark mark = { .place = self->marks->len };
  const char *text;
  char *end;
  guint64 rank;

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return FALSE;
  text = json_node_get_string (node);
  rank = g_ascii_strtoull (text, &end, 10);
  if (end == text || *end != ' ' || rank >= WEFT_MAX_SIM_RANKS)
    return FALSE;
  mark.rank = rank;
  mark.id = g_ascii_strtoull (end + 1, NULL, 10);
  g_array_append_val (self->marks, mark);
  return TRUE;
}

static gboolean
take_marks (WeftChakraFolds *self, JsonArray *array)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!take_mark (self, json_array_get_element (array, i)))
      return FALSE;
  return TRUE;
}

static gboolean
take_fold (WeftChakraFolds *self, JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonArray *before = weft_json_find_array (object, "before");
  JsonArray *after = weft_json_find_array (object, "after");
  guint64 times = weft_json_find_count (object, "times");
  Fold fold = { times, self->marks->len, before != NULL ? json_array_get_length (before) : 0 };

  if (times == 0 || times >= G_MAXUINT32 || fold.n_marks == 0 || after == NULL ||
      json_array_get_length (after) != fold.n_marks)
    return FALSE;
  g_array_append_val (self->folds, fold);
  return take_marks (self, before) && take_marks (self, after);
}

static int
compare_mark_cb (gconstpointer a, gconstpointer b)
{
  const Mark *one = a;
  const Mark *other = b;

  if (one->rank != other->rank)
    return one->rank < other->rank ? -1 : 1;
  return (one->place > other->place) - (one->place < other->place);
}

/* --- writing --- */

static void
append_marks (GString *out, const WeftSimTrace *trace, const guint64 *id, const guint32 *tasks, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (out, "%s\"%u %" G_GUINT64_FORMAT "\"", i > 0 ? "," : "", trace->rank[tasks[i]],
                            id[tasks[i]]);
}

/* --- public --- */

void
weft_chakra_folds_init (WeftChakraFolds *self)
{
  *self = (WeftChakraFolds) { 0 };
  self->folds = g_array_new (FALSE, FALSE, sizeof (Fold));
  self->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
}

void
weft_chakra_folds_clear (WeftChakraFolds *self)
{
  g_clear_pointer (&self->folds, g_array_unref);
  g_clear_pointer (&self->marks, g_array_unref);
  g_clear_pointer (&self->tasks, g_free);
}

gboolean
weft_chakra_folds_take (WeftChakraFolds *self, WeftChakraFile *file, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *array;

  if (file->head.folds == NULL)
    return TRUE;
  root = weft_json_parse (file->head.folds, -1, file->records.name, &weft_json_default_limits, NULL);
  if (root == NULL || !JSON_NODE_HOLDS_ARRAY (root))
    return refuse_changed (file, error);
  array = json_node_get_array (root);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!take_fold (self, json_array_get_element (array, i)))
      return refuse_changed (file, error);
  g_array_sort (self->marks, compare_mark_cb);
  self->tasks = g_new (guint32, MAX (1, self->marks->len));
  return TRUE;
}

gboolean
weft_chakra_folds_find (WeftChakraFolds *self, const WeftChakraDeps *deps, WeftChakraFile *file, guint32 rank,
                        GError **error)
{
  for (; self->n_found < self->marks->len; self->n_found++)
    {
      const Mark *mark = &g_array_index (self->marks, Mark, self->n_found);

      if (mark->rank != rank)
        return TRUE;
      self->tasks[mark->place] = weft_chakra_deps_find (deps, mark->id);
      if (self->tasks[mark->place] == WEFT_SIM_NONE)
        return refuse_changed (file, error);
    }
  return TRUE;
}

void
weft_chakra_folds_add (const WeftChakraFolds *self, WeftSimBuilder *builder)
{
  for (guint i = 0; i < self->folds->len; i++)
    {
      const Fold *fold = &g_array_index (self->folds, Fold, i);

      weft_sim_builder_add_fold (builder, fold->times, self->tasks + fold->first,
                                 self->tasks + fold->first + fold->n_marks, fold->n_marks);
    }
}

char *
weft_chakra_folds_write (const WeftSimTrace *trace, const guint64 *id)
{
  GString *out;

  if (trace->n_folds == 0)
    return NULL;
  out = g_string_new ("[");
  for (guint32 i = 0; i < trace->n_folds; i++)
    {
      const WeftSimFold *fold = &trace->folds[i];

      g_string_append_printf (out, "%s{\"times\":%u,\"before\":[", i > 0 ? "," : "", fold->times);
      append_marks (out, trace, id, fold->before, fold->n_marks);
      g_string_append (out, "],\"after\":[");
      append_marks (out, trace, id, fold->after, fold->n_marks);
      g_string_append (out, "]}");
    }
  g_string_append_c (out, ']');
  return g_string_free (out, FALSE);
}
