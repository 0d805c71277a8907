/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells formats apart: by how a text begins, JSON by the members of its root, and by the name only what these leave
 * open. */
#include "workload/weft-workload-guess-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "workload/weft-workload-file.h"
#include "workload/weft-workload-json-private.h"

/* Members of JSON that a message names. */
#define SHOWN_MEMBERS 8

typedef struct
{
  const char *nick;
  const char *title;
  const char *suffixes[3]; /* of files that say nothing by themselves */
} Format;

static const Format formats[WEFT_N_WORKLOAD_FORMATS] = {
  [WEFT_WORKLOAD_FORMAT_GRAPH] = { "graph", N_ ("Task graph"), { NULL } },
  [WEFT_WORKLOAD_FORMAT_RECIPE] = { "recipe", N_ ("Recipe of a task graph"), { NULL } },
  [WEFT_WORKLOAD_FORMAT_WFFORMAT] = { "wfformat", N_ ("WfFormat workflow"), { NULL } },
  [WEFT_WORKLOAD_FORMAT_STG] = { "stg", N_ ("Standard Task Graph"), { ".stg" } },
  [WEFT_WORKLOAD_FORMAT_DOT] = { "dot", N_ ("Graphviz graph"), { ".dot", ".gv" } },
  [WEFT_WORKLOAD_FORMAT_MATRIX_MARKET] = { "matrix-market", N_ ("Matrix Market matrix"), { ".mtx", ".mtx.gz" } },
  [WEFT_WORKLOAD_FORMAT_HF_CONFIG] = { "hf-config", N_ ("Language model's config.json"), { "config.json" } },
};

static const char *const config_members[] = {
  "model_type",   "architectures", "text_config", "hidden_size",         "num_hidden_layers",
  "n_layer",      "n_embd",        "d_model",     "num_attention_heads", NULL,
};

/* --- JSON --- */

/* What the root of a JSON text has. */
typedef struct
{
  gboolean is_graph; /* says that it is Weft's own format */
  gboolean has_generator;
  gboolean has_workflow;
  gboolean has_config;
  gboolean has_tasks;
  gboolean has_machine;
  char *format; /* (nullable): another one that it says it is */
} Root;

static void
look_at_format (WeftJsonPull *pull, Root *root)
{
  const char *format;

  if (weft_json_pull_type (pull) != WEFT_JSON_PULL_STRING)
    weft_json_pull_skip (pull);
  else if (weft_json_pull_string (pull, &format, NULL))
    {
      if (g_str_has_prefix (format, "weft-workload/"))
        root->is_graph = TRUE;
      else
        root->format = g_strdup (format);
    }
}

static void
look_at_member (WeftJsonPull *pull, const char *key, Root *root)
{
  static const char *const of_tasks[] = { "tasks", "kinds", NULL };
  static const char *const of_machines[] = { "partitions", "graph", NULL };

  if (g_str_equal (key, "format"))
    {
      look_at_format (pull, root);
      return;
    }
  root->has_generator |= g_str_equal (key, "generator");
  root->has_workflow |= g_str_equal (key, "workflow") || g_str_equal (key, "schemaVersion");
  root->has_config |= g_strv_contains (config_members, key);
  root->has_tasks |= g_strv_contains (of_tasks, key);
  root->has_machine |= g_strv_contains (of_machines, key);
  weft_json_pull_skip (pull);
}

/* As far as the text goes, which may be only the beginning of a file. */
static void
look_at_root (const char *text, gsize length, Root *root)
{
  g_autoptr (WeftJsonPull) pull = weft_json_pull_new (text, length, NULL, &weft_workload_json_limits);
  const char *key;

  *root = (Root) { 0 };
  weft_json_pull_object (pull);
  while (!root->is_graph && weft_json_pull_member (pull, &key))
    look_at_member (pull, key, root);
}

static gboolean
guess_json (const char *text, gsize length, WeftWorkloadFormat *format)
{
  Root root;
  gboolean is_other;

  look_at_root (text, length, &root);
  is_other = root.format != NULL;
  g_free (root.format);
  if (root.is_graph)
    *format = WEFT_WORKLOAD_FORMAT_GRAPH;
  else if (is_other)
    return FALSE;
  else if (root.has_workflow)
    *format = WEFT_WORKLOAD_FORMAT_WFFORMAT;
  else if (root.has_generator)
    *format = WEFT_WORKLOAD_FORMAT_RECIPE;
  else if (root.has_config)
    *format = WEFT_WORKLOAD_FORMAT_HF_CONFIG;
  else if (root.has_tasks)
    *format = WEFT_WORKLOAD_FORMAT_GRAPH; /* its reader asks for the missing “format” */
  else
    return FALSE;
  return TRUE;
}

/* --- text --- */

static const char *
skip_space (const char *at, const char *end)
{
  while (at < end && g_ascii_isspace (*at))
    at++;
  return at;
}

static const char *
skip_line (const char *at, const char *end)
{
  while (at < end && *at != '\n')
    at++;
  return at;
}

/* Over white space and comments as DOT has them. */
static const char *
skip_comments (const char *at, const char *end)
{
  for (;;)
    {
      const char *close;

      at = skip_space (at, end);
      if (end - at >= 2 && at[0] == '/' && at[1] == '*')
        {
          close = g_strstr_len (at + 2, end - at - 2, "*/");
          at = close != NULL ? close + 2 : end;
        }
      else if (at < end && (*at == '#' || (end - at >= 2 && at[0] == '/' && at[1] == '/')))
        at = skip_line (at, end);
      else
        return at;
    }
}

static gboolean
begins_with_word (const char *at, const char *end, const char *word)
{
  gsize n = strlen (word);

  return (gsize) (end - at) >= n && g_ascii_strncasecmp (at, word, n) == 0
         && (at + n == end || !(g_ascii_isalnum (at[n]) || at[n] == '_'));
}

/* A line of one or two whole numbers and nothing else, as STG files begin. */
static gboolean
begins_with_counts (const char *at, const char *end)
{
  guint n_numbers = 0;

  while (at < end && *at != '\n')
    {
      if (g_ascii_isspace (*at))
        {
          at++;
          continue;
        }
      if (!g_ascii_isdigit (*at))
        return FALSE;
      while (at < end && g_ascii_isdigit (*at))
        at++;
      n_numbers++;
    }
  return n_numbers == 1 || n_numbers == 2;
}

/* From the first byte on that is no white space. */
static gboolean
guess_text (const char *text, gsize length, WeftWorkloadFormat *format)
{
  const char *end = text + length;
  const char *at = skip_comments (text, end);

  if (length >= 14 && g_ascii_strncasecmp (text, "%%MatrixMarket", 14) == 0)
    *format = WEFT_WORKLOAD_FORMAT_MATRIX_MARKET;
  else if (begins_with_word (at, end, "digraph") || begins_with_word (at, end, "graph")
           || begins_with_word (at, end, "strict"))
    *format = WEFT_WORKLOAD_FORMAT_DOT;
  else if (begins_with_counts (at, end))
    *format = WEFT_WORKLOAD_FORMAT_STG;
  else
    return FALSE;
  return TRUE;
}

static gboolean
guess_name (const char *path, WeftWorkloadFormat *format)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_ascii_strdown (base, -1);

  for (guint f = 0; f < WEFT_N_WORKLOAD_FORMATS; f++)
    for (guint i = 0; i < G_N_ELEMENTS (formats[f].suffixes) && formats[f].suffixes[i] != NULL; i++)
      if (g_str_has_suffix (name, formats[f].suffixes[i]))
        {
          *format = f;
          return TRUE;
        }
  return FALSE;
}

/* --- what is none --- */

/* “a”, “b”, … */
static char *
list_members (const WeftWorkloadText *file)
{
  g_autoptr (WeftJsonPull) pull
      = weft_json_pull_new (file->text, file->length, file->name, &weft_workload_json_limits);
  GString *list = g_string_new (NULL);
  const char *key;

  weft_json_pull_object (pull);
  for (guint n = 0; weft_json_pull_member (pull, &key); n++)
    {
      g_autofree char *quoted = weft_quote (key, -1);

      if (n < SHOWN_MEMBERS)
        g_string_append_printf (list, "%s%s", n > 0 ? ", " : "", quoted);
      else if (n == SHOWN_MEMBERS)
        g_string_append (list, ", …");
      weft_json_pull_skip (pull);
    }
  return g_string_free (list, FALSE);
}

static gboolean
refuse_format (const WeftWorkloadText *file, const char *format, GError **error)
{
  g_autofree char *quoted = weft_quote (format, -1);

  if (g_str_has_prefix (format, "weft-map-instance/"))
    return weft_workload_text_refuse (file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                      _("this is an instance for the mapper, with times on its own devices, and no "
                                        "workload; map it with “weft map --instance”"));
  return weft_workload_text_refuse (file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                    _("the format %s is not read; “weft-workload/1” is"), quoted);
}

static gboolean
refuse_json (const WeftWorkloadText *file, GError **error)
{
  g_autoptr (WeftJsonPull) pull
      = weft_json_pull_new (file->text, file->length, file->name, &weft_workload_json_limits);
  g_autofree char *members = NULL;
  g_autofree char *format = NULL;
  Root root;

  weft_json_pull_skip (pull);
  if (!weft_json_pull_finish (pull, error))
    return FALSE;
  look_at_root (file->text, file->length, &root);
  format = root.format;
  if (format != NULL)
    return refuse_format (file, format, error);
  if (root.has_machine)
    return weft_workload_text_refuse (file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                      _("this is the design of a machine, and no workload"));
  members = list_members (file);
  return weft_workload_text_refuse (file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                    _("this JSON is none of the workloads that are read: a graph has “format”, a "
                                      "recipe “generator”, a workflow “workflow”, a language model “model_type”; found "
                                      "%s"),
                                    *members != '\0' ? members : _("none of them"));
}

static gboolean
is_tgff (const WeftWorkloadText *file)
{
  const char *end = file->text + file->length;
  const char *at = skip_comments (file->text, end);

  return (at < end && *at == '@') || g_str_has_suffix (file->name, ".tgff");
}

gboolean
weft_workload_refuse_unknown (const WeftWorkloadText *file, GError **error)
{
  const char *at = skip_space (file->text, file->text + file->length);

  if (g_str_has_prefix (at, "\xef\xbb\xbf"))
    at = skip_space (at + 3, file->text + file->length);
  if (*at == '\0' && at == file->text + file->length)
    return weft_workload_text_refuse (file, 0, WEFT_WORKLOAD_ERROR_INVALID, error, _("the file is empty"));
  if (*at == '{' || *at == '[')
    return refuse_json (file, error);
  if (memchr (file->text, '\0', file->length) != NULL)
    return weft_workload_text_refuse (file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                      _("this is no text, and no workload that is read"));
  if (is_tgff (file))
    return weft_workload_text_refuse (file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                      _("this is a TGFF file, which is not read; write the graph as DOT or as "
                                        "“weft-workload/1”"));
  return weft_workload_text_refuse (file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                    _("this is none of the workloads that are read: JSON of Weft's own format, a "
                                      "recipe, WfFormat, a language model's config.json; STG, DOT, Matrix Market"));
}

/* --- public --- */

/**
 * weft_workload_format_nick: (skip)
 * @format: a format
 *
 * Returns: its name on the command line
 */
const char *
weft_workload_format_nick (WeftWorkloadFormat format)
{
  g_return_val_if_fail (format < WEFT_N_WORKLOAD_FORMATS, NULL);

  return formats[format].nick;
}

/**
 * weft_workload_format_title: (skip)
 * @format: a format
 *
 * Returns: its name for people
 */
const char *
weft_workload_format_title (WeftWorkloadFormat format)
{
  g_return_val_if_fail (format < WEFT_N_WORKLOAD_FORMATS, NULL);

  return _(formats[format].title);
}

/**
 * weft_workload_format_guess: (skip)
 * @path: (type filename): a file's name
 * @text: (array length=length): its first bytes, or all of them
 * @length: how many
 * @format: (out): what it is
 *
 * The more of JSON is there, the surer is the guess: a member that tells may stand at the end.
 *
 * Returns: whether it is one that is read
 */
gboolean
weft_workload_format_guess (const char *path, const char *text, gsize length, WeftWorkloadFormat *format)
{
  gboolean has_mark = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0;
  const char *at = skip_space (text + (has_mark ? 3 : 0), text + length);

  if (at < text + length && *at == '{' && guess_json (at, text + length - at, format))
    return TRUE;
  if (at < text + length && (*at == '{' || *at == '['))
    return g_str_has_suffix (path, "config.json") && guess_name (path, format);
  return guess_text (at, text + length - at, format)
         || ((at == text + length || *at != '@') && guess_name (path, format));
}
