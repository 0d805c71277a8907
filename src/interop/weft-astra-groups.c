/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the file of communicator groups: {"1": [0, 1, 2, 3]}. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "base/weft-quote-private.h"
#include "interop/weft-astra.h"

static const WeftJsonLimits limits = { 64 << 20, 8, 8000000 };

/* ASTRA-sim takes a path with this word for no file. */
#define NO_FILE "empty"

static gboolean
take_rank (const WeftJsonAt *list, guint i, GArray *ranks, GError **error)
{
  WeftJsonAt at;
  gint64 number = 0;
  guint32 rank;

  weft_json_at_element (list, i, &at);
  if (!weft_json_at_integer (&at, &number, error))
    return FALSE;
  if (number < 0 || number >= WEFT_MAX_SIM_RANKS)
    {
      g_autofree char *place = weft_json_at_pointer (&at);

      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                   _("%s: %s: found rank %" G_GINT64_FORMAT ", expected a whole number from 0 to %u"), at.file, place,
                   number, WEFT_MAX_SIM_RANKS - 1);
      return FALSE;
    }
  rank = (guint32) number;
  g_array_append_val (ranks, rank);
  return TRUE;
}

/* (transfer full) (nullable) */
static GArray *
take_ranks (const WeftJsonAt *list, GError **error)
{
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (!weft_json_at_array (list, error))
    return NULL;
  for (guint i = 0; i < weft_json_at_length (list); i++)
    if (!take_rank (list, i, ranks, error))
      return NULL;
  if (ranks->len > 0)
    return g_steal_pointer (&ranks);
  weft_json_at_refuse (list, WEFT_JSON_ERROR_RANGE, _("at least one rank"), error);
  return NULL;
}

static gboolean
take_group (const WeftJsonAt *root, const char *name, GHashTable *groups, GError **error)
{
  WeftJsonAt list;
  GArray *ranks;

  weft_json_at_member (root, name, &list);
  if (*name == '\0' || g_str_equal (name, "0"))
    {
      g_autofree char *shown = weft_quote (name, -1);

      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                   _("%s: the group %s stands for all ranks and cannot be given; take another name"), root->file, shown);
      return FALSE;
    }
  ranks = take_ranks (&list, error);
  if (ranks == NULL)
    return FALSE;
  g_hash_table_insert (groups, g_strdup (name), ranks);
  return TRUE;
}

static gboolean
is_no_file (const char *path)
{
  return strstr (path, NO_FILE) != NULL && !g_file_test (path, G_FILE_TEST_EXISTS);
}

gboolean
weft_astra_groups_read (const char *path, WeftChakraOptions *chakra, GError **error)
{
  g_autoptr (GHashTable) groups
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GList) names = NULL;
  WeftJsonAt root;

  if (!is_no_file (path))
    {
      node = weft_json_load (path, &limits, error);
      if (node == NULL)
        return FALSE;
      weft_json_at_root (&root, node, path);
      if (!weft_json_at_object (&root, error))
        return FALSE;
      names = json_object_get_members (json_node_get_object (node));
      for (GList *at = names; at != NULL; at = at->next)
        if (!take_group (&root, at->data, groups, error))
          return FALSE;
    }
  g_clear_pointer (&chakra->groups, g_hash_table_unref);
  chakra->groups = g_steal_pointer (&groups);
  return TRUE;
}
