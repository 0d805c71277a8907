/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading the files of data/agent and filling in what stands in double braces. A run's trail has the digests, so that it is
 * known what its agents were told. */
#include "agent/weft-kit-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-file.h"
#include "base/weft-json-at.h"
#include "base/weft-json-find.h"
#include "base/weft-json.h"
#include "base/weft-paths.h"

/* Far above what a prompt needs. */
#define MAX_FILE_BYTES (256 * 1024)

/* At length, or in brief. */
enum
{
  FULL,
  BRIEF,
  N_LENGTHS,
};

enum
{
  PROMPT,
  ANSWER,
  TOOL,
  N_PURPOSES,
};

struct _WeftKit
{
  char *folder;
  char *version;
  GHashTable *texts;    /* of char*: file name to content */
  GHashTable *files[N_LENGTHS][N_PURPOSES]; /* of char*: role to file name */
  JsonNode *messages;
};

G_DEFINE_QUARK (weft-kit-error-quark, weft_kit_error)

/* --- reading --- */

/* The content, which the kit keeps. (transfer none) */
static const char *
read_text (WeftKit    *self,
           const char *name,
           GError    **error)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  char *text = g_hash_table_lookup (self->texts, name);

  if (text != NULL)
    return text;
  if (strchr (name, G_DIR_SEPARATOR) != NULL)
    {
      g_set_error (error, WEFT_KIT_ERROR, WEFT_KIT_ERROR_FILE,
                   _("%s: “%s” is not the name of a file in this folder"), self->folder, name);
      return NULL;
    }
  text = weft_file_read (path, MAX_FILE_BYTES, NULL, error);
  if (text != NULL && !g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, WEFT_KIT_ERROR, WEFT_KIT_ERROR_FILE, _("%s: the text is not UTF-8"), path);
      g_clear_pointer (&text, g_free);
    }
  if (text != NULL)
    g_hash_table_insert (self->texts, g_strdup (name), text);
  return text;
}

/* (transfer full) (nullable) */
static JsonNode *
read_json (WeftKit    *self,
           const char *name,
           GError    **error)
{
  const char *text = read_text (self, name, error);

  return text != NULL ? weft_json_parse (text, -1, name, NULL, error) : NULL;
}

/* A file that a role or tool names, kept for both lengths. Only prompts are no JSON. */
static gboolean
read_file (WeftKit          *self,
           const WeftJsonAt *at,
           const char       *member,
           const char       *role,
           int               purpose,
           GError          **error)
{
  g_autofree char *in_brief = g_strconcat (member, "_brief", NULL);
  const char *const members[N_LENGTHS] = { member, in_brief };

  for (guint i = 0; i < N_LENGTHS; i++)
    {
      g_autoptr (JsonNode) node = NULL;
      const char *name = NULL;

      if (!weft_json_at_get_string (at, members[i], WEFT_JSON_REQUIRED, &name, error)
          || (purpose == PROMPT && read_text (self, name, error) == NULL))
        return FALSE;
      node = purpose != PROMPT ? read_json (self, name, error) : NULL;
      if (purpose != PROMPT && node == NULL)
        return FALSE;
      g_hash_table_insert (self->files[i][purpose], g_strdup (role), g_strdup (name));
    }

  return TRUE;
}

static gboolean
read_role (WeftKit          *self,
           const WeftJsonAt *at,
           GError          **error)
{
  const char *id;
  WeftJsonAt answer;

  return weft_json_at_object (at, error)
         && weft_json_at_get_string (at, "id", WEFT_JSON_REQUIRED, &id, error)
         && read_file (self, at, "prompt", id, PROMPT, error)
         && (!weft_json_at_member (at, "answer", &answer)
             || read_file (self, at, "answer", id, ANSWER, error));
}

static gboolean
read_tool (WeftKit          *self,
           const WeftJsonAt *at,
           GError          **error)
{
  const char *name;

  return weft_json_at_object (at, error)
         && weft_json_at_get_string (at, "name", WEFT_JSON_REQUIRED, &name, error)
         && read_file (self, at, "file", name, TOOL, error);
}

static gboolean
read_list (WeftKit          *self,
           const WeftJsonAt *root,
           const char       *member,
           gboolean (*read) (WeftKit *self, const WeftJsonAt *at, GError **error),
           GError          **error)
{
  WeftJsonAt list, item;

  if (!weft_json_at_get_array (root, member, WEFT_JSON_REQUIRED, &list, NULL, error))
    return FALSE;
  for (guint i = 0; weft_json_at_element (&list, i, &item); i++)
    if (!read (self, &item, error))
      return FALSE;

  return TRUE;
}

static gboolean
read_all (WeftKit *self,
          GError **error)
{
  g_autoptr (JsonNode) root = read_json (self, "agent.json", error);
  const char *version, *messages;
  WeftJsonAt at;

  if (root == NULL)
    return FALSE;
  weft_json_at_root (&at, root, "agent.json");
  if (!weft_json_at_object (&at, error)
      || !weft_json_at_get_string (&at, "version", WEFT_JSON_REQUIRED, &version, error)
      || !weft_json_at_get_string (&at, "messages", WEFT_JSON_REQUIRED, &messages, error)
      || !read_list (self, &at, "roles", read_role, error)
      || !read_list (self, &at, "tools", read_tool, error))
    return FALSE;

  if (!g_hash_table_contains (self->files[FULL][TOOL], "evaluate_design"))
    return weft_json_at_refuse (&at, WEFT_JSON_ERROR_MISSING, "the tool evaluate_design", error);
  self->version = g_strdup (version);
  self->messages = read_json (self, messages, error);
  return self->messages != NULL && (JSON_NODE_HOLDS_OBJECT (self->messages)
                                    || weft_json_at_refuse (&at, WEFT_JSON_ERROR_TYPE,
                                                            "an object of messages", error));
}

/* --- filling in --- */

/* @find: the value of a name, NULL to leave it. (transfer full) */
static char *
fill_in (const char *text,
         const char *(*find) (const char *name, gpointer data),
         gpointer    data)
{
  g_autoptr (GString) filled = g_string_new (NULL);
  const char *open;

  while ((open = strstr (text, "{{")) != NULL)
    {
      const char *close = strstr (open, "}}");
      g_autofree char *name = close != NULL ? g_strndup (open + 2, (gsize) (close - open - 2)) : NULL;
      const char *value = name != NULL ? find (name, data) : NULL;

      if (close == NULL)
        break;
      g_string_append_len (filled, text, open - text);
      if (value != NULL)
        g_string_append (filled, value);
      text = close + 2;
    }

  g_string_append (filled, text);
  return g_string_free (g_steal_pointer (&filled), FALSE);
}

static const char *
find_in_table_cb (const char *name,
                  gpointer    data)
{
  return g_hash_table_lookup (data, name);
}

static const char *
find_same_cb (const char *name,
              gpointer    data)
{
  return data;
}

/* --- public --- */

/**
 * weft_kit_load: (skip)
 * @folder: (nullable): the folder of the files
 * @error: return location
 *
 * Returns: (transfer full): the kit, or %NULL with an error that names the file
 */
WeftKit *
weft_kit_load (const char *folder,
               GError    **error)
{
  g_autoptr (WeftKit) self = g_new0 (WeftKit, 1);

  self->folder = folder != NULL ? g_strdup (folder)
                                : g_build_filename (weft_paths_data_dir (), "agent", NULL);
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < N_LENGTHS; i++)
    for (guint j = 0; j < N_PURPOSES; j++)
      self->files[i][j] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return read_all (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * weft_kit_free: (skip)
 * @self: (transfer full): a kit
 */
void
weft_kit_free (WeftKit *self)
{
  g_free (self->folder);
  g_free (self->version);
  g_hash_table_unref (self->texts);
  for (guint i = 0; i < N_LENGTHS; i++)
    for (guint j = 0; j < N_PURPOSES; j++)
      g_hash_table_unref (self->files[i][j]);
  g_clear_pointer (&self->messages, json_node_unref);
  g_free (self);
}

/**
 * weft_kit_get_version: (skip)
 * @self: a kit
 *
 * Returns: the version of roles and prompts
 */
const char *
weft_kit_get_version (WeftKit *self)
{
  return self->version;
}

/**
 * weft_kit_digests: (skip)
 * @self: a kit
 *
 * Returns: (transfer full): an object: the name of each file to its SHA-256
 */
JsonNode *
weft_kit_digests (WeftKit *self)
{
  JsonNode *node = json_node_init_object (json_node_alloc (), NULL);
  JsonObject *digests = json_object_new ();
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (self->texts), (GCompareFunc) strcmp);

  for (GList *l = names; l != NULL; l = l->next)
    {
      g_autofree char *digest = g_compute_checksum_for_string (
        G_CHECKSUM_SHA256, g_hash_table_lookup (self->texts, l->data), -1);

      json_object_set_string_member (digests, l->data, digest);
    }
  json_node_take_object (node, digests);
  return node;
}

/* (nullable) */
static const char *
find_file (WeftKit            *self,
           int                 purpose,
           const char         *role,
           const WeftBriefing *briefing)
{
  return g_hash_table_lookup (self->files[briefing->chips > 0 ? BRIEF : FULL][purpose], role);
}

/**
 * weft_kit_prompt: (skip)
 * @self: a kit
 * @role: "planner", "chip", "scaleup", "scaleout"
 * @problem: what is planned
 * @briefing: what else is said, and how long
 *
 * Returns: (transfer full): the prompt, "" for an unknown role
 */
char *
weft_kit_prompt (WeftKit            *self,
                 const char         *role,
                 WeftProblem        *problem,
                 const WeftBriefing *briefing)
{
  const char *file = find_file (self, PROMPT, role, briefing);
  g_autoptr (GHashTable) values = weft_briefing_values (problem, briefing);

  return file != NULL ? fill_in (g_hash_table_lookup (self->texts, file), find_in_table_cb, values)
                      : g_strdup ("");
}

/**
 * weft_kit_tools: (skip)
 * @self: a kit
 * @problem: what is planned
 * @briefing: of how many chips
 *
 * Returns: (transfer full): an array of tools of the protocol
 */
JsonNode *
weft_kit_tools (WeftKit            *self,
                WeftProblem        *problem,
                const WeftBriefing *briefing)
{
  g_autofree gboolean *chosen = briefing->chips > 0
                                  ? weft_briefing_choose (problem, briefing->chips) : NULL;
  JsonNode *tool = read_json (self, find_file (self, TOOL, "evaluate_design", briefing), NULL);
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);
  JsonArray *tools = json_array_new ();

  if (JSON_NODE_HOLDS_OBJECT (tool))
    weft_kit_fill_in_tool (tool, problem, chosen);
  json_array_add_element (tools, tool);
  json_node_take_array (node, tools);
  return node;
}

/**
 * weft_kit_answer: (skip)
 * @self: a kit
 * @role: a specialist
 * @briefing: how long it may be
 *
 * Returns: (transfer full) (nullable): the schema of its answer, %NULL when it has none
 */
JsonNode *
weft_kit_answer (WeftKit            *self,
                 const char         *role,
                 const WeftBriefing *briefing)
{
  const char *file = find_file (self, ANSWER, role, briefing);

  return file != NULL ? read_json (self, file, NULL) : NULL;
}

/**
 * weft_kit_message: (skip)
 * @self: a kit
 * @id: which message
 * @value: (nullable): takes the place of what is in braces
 *
 * Returns: (transfer full): the text; the value alone for an unknown message
 */
char *
weft_kit_message (WeftKit    *self,
                  const char *id,
                  const char *value)
{
  const char *text = weft_json_find_string (json_node_get_object (self->messages), id);

  if (text == NULL)
    return g_strdup (value != NULL ? value : id);
  return fill_in (text, find_same_cb, (gpointer) value);
}
