/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checking the structure of JSON objects by tables of their members; each fault a violation. */
#include "design/weft-structure-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quote-private.h"
#include "design/weft-design-private.h"
#include "design/weft-members-private.h"

/* Not translated, since JSON carries it too. */
static const char *
kind_words (WeftStructureKind kind)
{
  switch (kind)
    {
    case WEFT_STRUCTURE_STRING:
      return N_("a string");
    case WEFT_STRUCTURE_NUMBER:
      return N_("a number");
    case WEFT_STRUCTURE_OBJECT:
      return N_("an object");
    case WEFT_STRUCTURE_ARRAY:
      return N_("an array");
    case WEFT_STRUCTURE_VALUE:
      return N_("a value");
    default:
      g_assert_not_reached ();
    }
}

gboolean
weft_structure_is (JsonNode         *node,
                   WeftStructureKind kind)
{
  GType type = json_node_get_value_type (node);

  switch (kind)
    {
    case WEFT_STRUCTURE_STRING:
      return JSON_NODE_HOLDS_VALUE (node) && type == G_TYPE_STRING;
    case WEFT_STRUCTURE_NUMBER:
      return JSON_NODE_HOLDS_VALUE (node) && (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
             && isfinite (json_node_get_double (node));
    case WEFT_STRUCTURE_OBJECT:
      return JSON_NODE_HOLDS_OBJECT (node);
    case WEFT_STRUCTURE_ARRAY:
      return JSON_NODE_HOLDS_ARRAY (node);
    case WEFT_STRUCTURE_VALUE:
      return !JSON_NODE_HOLDS_NULL (node);
    default:
      g_assert_not_reached ();
    }
}

/* A scalar as it is, else the name of its type. */
static JsonNode *
actual_of (JsonNode *node)
{
  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      return weft_members_string ("object");
    case JSON_NODE_ARRAY:
      return weft_members_string ("array");
    case JSON_NODE_NULL:
      return weft_members_string ("null");
    case JSON_NODE_VALUE:
    default:
      return weft_members_copy_node (node);
    }
}

void
weft_structure_add (WeftStructure *check,
                    WeftSeverity   severity,
                    const char    *code,
                    const char    *path,
                    JsonNode      *actual,
                    JsonNode      *limit,
                    const char    *message,
                    const char    *hint)
{
  g_ptr_array_add (check->violations,
                   weft_violation_new (code, severity, path, actual, limit, message, hint));
  if (severity == WEFT_SEVERITY_ERROR)
    check->n_errors++;
}

void
weft_structure_add_wrong (WeftStructure    *check,
                          const WeftJsonAt *at,
                          WeftStructureKind kind,
                          const char       *code)
{
  g_autofree char *path = weft_json_at_pointer (at);
  g_autofree char *found = weft_json_at_found (at);
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;

  /* Translators: found %s, e.g. the number 3; expected %s, e.g. a string */
  message = g_strdup_printf (_("Found %s, expected %s."), found, _(kind_words (kind)));
  if (code == NULL && path[0] == '\0')
    hint = g_strdup (_("A design is an object with a member \"partitions\"."));
  else if (kind == WEFT_STRUCTURE_NUMBER)
    hint = g_strdup (_("Write a number without quotes, such as 0.5."));
  else
    hint = g_strdup_printf (_("Write %s here."), _(kind_words (kind)));

  weft_structure_add (check, WEFT_SEVERITY_ERROR, code != NULL ? code : "wrong_type", path,
       actual_of (at->node), weft_members_string (kind_words (kind)), message, hint);
}

void
weft_structure_add_missing (WeftStructure    *check,
                            const WeftJsonAt *object,
                            const char       *key,
                            WeftStructureKind kind)
{
  g_autofree char *parent = weft_json_at_pointer (object);
  g_autofree char *path = g_strdup_printf ("%s/%s", parent, key);
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;

  message = g_strdup_printf (_("\"%s\" is missing, expected %s."), key, _(kind_words (kind)));
  hint = g_strdup_printf (_("Add \"%s\": %s."), key, _(kind_words (kind)));
  weft_structure_add (check, WEFT_SEVERITY_ERROR, "missing_key", path, NULL,
       weft_members_string (kind_words (kind)), message, hint);
}

static void
add_unknown (WeftStructure     *check,
             const WeftJsonAt  *at,
             const char *const *known)
{
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;
  const char *nearest;

  check->n_unknown++;
  if (check->n_unknown > WEFT_DESIGN_READ_UNKNOWN + 1)
    return;
  if (check->n_unknown == WEFT_DESIGN_READ_UNKNOWN + 1)
    {
      message = g_strdup_printf (_("More than %u members are unknown; the rest is not listed."),
                                 WEFT_DESIGN_READ_UNKNOWN);
      weft_structure_add (check, WEFT_SEVERITY_WARNING, "unknown_key", "", NULL,
           weft_members_number (WEFT_DESIGN_READ_UNKNOWN), message,
           _("They are kept as they are."));
      return;
    }

  path = weft_json_at_pointer (at);
  shown = weft_quote (at->key, -1);
  message = g_strdup_printf (_("Weft does not know the member %s."), shown);
  nearest = weft_design_nearest (at->key, known);
  if (nearest != NULL)
    hint = g_strdup_printf (_("Did you mean \"%s\"? It is kept as it is, without effect."),
                            nearest);
  else
    hint = g_strdup (_("It is kept as it is, without effect."));
  weft_structure_add (check, WEFT_SEVERITY_WARNING, "unknown_key", path,
                      weft_members_string (at->key), weft_members_string (nearest), message, hint);
}

static void
check_unknown (WeftStructure             *check,
               const WeftJsonAt          *object,
               const WeftStructureMember *members)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  JsonObjectIter iter;
  const char *key;

  for (guint i = 0; members[i].key != NULL; i++)
    g_ptr_array_add (known, (gpointer) members[i].key);
  g_ptr_array_add (known, NULL);

  json_object_iter_init_ordered (&iter, json_node_get_object (object->node));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    {
      WeftJsonAt at;

      if (g_strv_contains ((const char *const *) known->pdata, key))
        continue;
      if (weft_json_at_member (object, key, &at))
        add_unknown (check, &at, (const char *const *) known->pdata);
    }
}

/* What is shown again and again, in tables and messages, must not be of any length. */
void
weft_structure_check_length (WeftStructure    *check,
                             const WeftJsonAt *at,
                             const char       *text,
                             guint             most)
{
  glong length = g_utf8_strlen (text, -1);
  g_autofree char *path = NULL;
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;

  if (length <= (glong) most)
    return;

  path = weft_json_at_pointer (at);
  message = g_strdup_printf (_("The text has %ld characters, at most %u are allowed."), length,
                             most);
  hint = g_strdup_printf (_("Shorten it to %u characters."), most);
  weft_structure_add (check, WEFT_SEVERITY_ERROR, "text_too_long", path,
                      weft_members_number (length), weft_members_number (most), message, hint);
}

void
weft_structure_check (WeftStructure             *check,
                      const WeftJsonAt          *object,
                      const WeftStructureMember *members)
{
  for (guint i = 0; members[i].key != NULL; i++)
    {
      const WeftStructureMember *member = &members[i];
      WeftJsonAt at;

      if (!weft_json_at_member (object, member->key, &at))
        {
          if (member->required)
            weft_structure_add_missing (check, object, member->key, member->kind);
          continue;
        }
      if (!member->required && weft_json_at_is_null (&at))
        continue;
      if (!weft_structure_is (at.node, member->kind))
        weft_structure_add_wrong (check, &at, member->kind, member->wrong_code);
      else if (member->kind == WEFT_STRUCTURE_STRING)
        weft_structure_check_length (check, &at, json_node_get_string (at.node),
                                     member->most_chars > 0 ? member->most_chars
                                                            : WEFT_DESIGN_NAME_CHARS);
      else if (member->inside != NULL)
        member->inside (check, &at);
    }
  check_unknown (check, object, members);
}

void
weft_structure_check_numbers (WeftStructure    *check,
                              const WeftJsonAt *object)
{
  JsonObjectIter iter;
  const char *key;

  json_object_iter_init_ordered (&iter, json_node_get_object (object->node));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    {
      WeftJsonAt at;

      if (weft_json_at_member (object, key, &at)
          && !weft_structure_is (at.node, WEFT_STRUCTURE_NUMBER))
        weft_structure_add_wrong (check, &at, WEFT_STRUCTURE_NUMBER, NULL);
    }
}
