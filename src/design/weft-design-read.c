/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From JSON to a design. The whole structure is checked first, so that nothing half-loads: a table
 * says which members an object may have and of what type. */
#include "design/weft-design-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json.h"
#include "base/weft-name.h"
#include "base/weft-quote-private.h"
#include "design/weft-members-private.h"

typedef enum
{
  KIND_STRING,
  KIND_NUMBER,
  KIND_OBJECT,
  KIND_ARRAY,
} Kind;

typedef struct
{
  GPtrArray *violations;
  guint n_errors;
  guint n_unknown;
} Check;

typedef struct
{
  const char *key;
  Kind kind;
  gboolean required;
  const char *wrong_code; /* (nullable): instead of wrong_type */
  guint most_chars;       /* of a string; 0: WEFT_DESIGN_NAME_CHARS */
  void (*inside) (Check *check, const WeftJsonAt *at);
} Member;

/* Not translated, since JSON carries it too. */
static const char *
kind_words (Kind kind)
{
  switch (kind)
    {
    case KIND_STRING:
      return N_("a string");
    case KIND_NUMBER:
      return N_("a number");
    case KIND_OBJECT:
      return N_("an object");
    case KIND_ARRAY:
      return N_("an array");
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_kind (JsonNode *node,
         Kind      kind)
{
  GType type = json_node_get_value_type (node);

  switch (kind)
    {
    case KIND_STRING:
      return JSON_NODE_HOLDS_VALUE (node) && type == G_TYPE_STRING;
    case KIND_NUMBER:
      return JSON_NODE_HOLDS_VALUE (node) && (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
             && isfinite (json_node_get_double (node));
    case KIND_OBJECT:
      return JSON_NODE_HOLDS_OBJECT (node);
    case KIND_ARRAY:
      return JSON_NODE_HOLDS_ARRAY (node);
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

static void
add (Check        *check,
     WeftSeverity  severity,
     const char   *code,
     const char   *path,
     JsonNode     *actual,
     JsonNode     *limit,
     const char   *message,
     const char   *hint)
{
  g_ptr_array_add (check->violations,
                   weft_violation_new (code, severity, path, actual, limit, message, hint));
  if (severity == WEFT_SEVERITY_ERROR)
    check->n_errors++;
}

static void
add_wrong_kind (Check            *check,
                const WeftJsonAt *at,
                Kind              kind,
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
  else if (kind == KIND_NUMBER)
    hint = g_strdup (_("Write a number without quotes, such as 0.5."));
  else
    hint = g_strdup_printf (_("Write %s here."), _(kind_words (kind)));

  add (check, WEFT_SEVERITY_ERROR, code != NULL ? code : "wrong_type", path,
       actual_of (at->node), weft_members_string (kind_words (kind)), message, hint);
}

static void
add_missing (Check            *check,
             const WeftJsonAt *object,
             const char       *key,
             Kind              kind)
{
  g_autofree char *parent = weft_json_at_pointer (object);
  g_autofree char *path = g_strdup_printf ("%s/%s", parent, key);
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;

  message = g_strdup_printf (_("\"%s\" is missing, expected %s."), key, _(kind_words (kind)));
  hint = g_strdup_printf (_("Add \"%s\": %s."), key, _(kind_words (kind)));
  add (check, WEFT_SEVERITY_ERROR, "missing_key", path, NULL,
       weft_members_string (kind_words (kind)), message, hint);
}

static void
add_unknown (Check             *check,
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
      add (check, WEFT_SEVERITY_WARNING, "unknown_key", "", NULL,
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
  add (check, WEFT_SEVERITY_WARNING, "unknown_key", path, weft_members_string (at->key),
       weft_members_string (nearest), message, hint);
}

/* @members ends with a NULL key. */
static void
check_unknown (Check            *check,
               const WeftJsonAt *object,
               const Member     *members)
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
static void
check_length (Check            *check,
              const WeftJsonAt *at,
              guint             most_chars)
{
  const char *text = json_node_get_string (at->node);
  glong length = g_utf8_strlen (text, -1);
  guint most = most_chars > 0 ? most_chars : WEFT_DESIGN_NAME_CHARS;
  g_autofree char *path = NULL;
  g_autofree char *message = NULL;
  g_autofree char *hint = NULL;

  if (length <= (glong) most)
    return;

  path = weft_json_at_pointer (at);
  message = g_strdup_printf (_("The text has %ld characters, at most %u are allowed."), length,
                             most);
  hint = g_strdup_printf (_("Shorten it to %u characters."), most);
  add (check, WEFT_SEVERITY_ERROR, "text_too_long", path, weft_members_number (length),
       weft_members_number (most), message, hint);
}

static void
check_members (Check            *check,
               const WeftJsonAt *object,
               const Member     *members)
{
  for (guint i = 0; members[i].key != NULL; i++)
    {
      const Member *member = &members[i];
      WeftJsonAt at;

      if (!weft_json_at_member (object, member->key, &at))
        {
          if (member->required)
            add_missing (check, object, member->key, member->kind);
          continue;
        }
      if (!member->required && weft_json_at_is_null (&at))
        continue;
      if (!is_kind (at.node, member->kind))
        add_wrong_kind (check, &at, member->kind, member->wrong_code);
      else if (member->kind == KIND_STRING)
        check_length (check, &at, member->most_chars);
      else if (member->inside != NULL)
        member->inside (check, &at);
    }
  check_unknown (check, object, members);
}

/* An object whose members are all numbers, under names that only the catalog knows. */
static void
check_numbers (Check            *check,
               const WeftJsonAt *object)
{
  JsonObjectIter iter;
  const char *key;

  json_object_iter_init_ordered (&iter, json_node_get_object (object->node));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    {
      WeftJsonAt at;

      if (weft_json_at_member (object, key, &at) && !is_kind (at.node, KIND_NUMBER))
        add_wrong_kind (check, &at, KIND_NUMBER, NULL);
    }
}

static void
check_facility (Check            *check,
                const WeftJsonAt *at)
{
  static const Member members[] = {
    { .key = "power_w", .kind = KIND_NUMBER },
    { .key = "cost_usd", .kind = KIND_NUMBER },
    { .key = NULL },
  };

  check_members (check, at, members);
}

static void
check_workload (Check            *check,
                const WeftJsonAt *at)
{
  static const Member members[] = {
    { .key = "profile", .kind = KIND_STRING },
    { .key = "weights", .kind = KIND_OBJECT, .inside = check_numbers },
    { .key = "values", .kind = KIND_OBJECT, .inside = check_numbers },
    { .key = NULL },
  };

  check_members (check, at, members);
}

static void
check_partition (Check            *check,
                 const WeftJsonAt *at)
{
  static const Member members[] = {
    { .key = "name", .kind = KIND_STRING, .most_chars = WEFT_DESIGN_TITLE_CHARS },
    { .key = "chip", .kind = KIND_STRING, .required = TRUE },
    { .key = "role", .kind = KIND_STRING },
    { .key = "power_frac", .kind = KIND_NUMBER, .required = TRUE,
      .wrong_code = "fraction_not_number" },
    { .key = "scaleup", .kind = KIND_STRING, .required = TRUE },
    { .key = "scaleout", .kind = KIND_STRING, .required = TRUE },
    { .key = NULL },
  };

  if (is_kind (at->node, KIND_OBJECT))
    check_members (check, at, members);
  else
    add_wrong_kind (check, at, KIND_OBJECT, NULL);
}

static void
check_partitions (Check            *check,
                  const WeftJsonAt *array)
{
  guint n = weft_json_at_length (array);
  WeftJsonAt at;

  if (n > WEFT_DESIGN_READ_PARTITIONS)
    {
      g_autofree char *path = weft_json_at_pointer (array);
      g_autofree char *message = NULL;

      message = g_strdup_printf (_("There are %u partitions; reading stops at %u."),
                                 n, WEFT_DESIGN_READ_PARTITIONS);
      add (check, WEFT_SEVERITY_ERROR, "too_many_partitions", path,
           weft_members_number (n), weft_members_number (WEFT_DESIGN_READ_PARTITIONS), message,
           _("Join partitions of the same chip and fabrics."));
      return;
    }

  for (guint i = 0; i < n; i++)
    if (weft_json_at_element (array, i, &at))
      check_partition (check, &at);
}

static gboolean
gives (JsonObject *object,
       const char *key)
{
  return json_object_has_member (object, key) && !json_object_get_null_member (object, key);
}

static void
check_root (Check            *check,
            const WeftJsonAt *at)
{
  static const Member members[] = {
    { .key = "name", .kind = KIND_STRING, .most_chars = WEFT_DESIGN_TITLE_CHARS },
    { .key = "notes", .kind = KIND_STRING, .most_chars = WEFT_DESIGN_NOTES_CHARS },
    { .key = "profile", .kind = KIND_STRING },
    { .key = "facility", .kind = KIND_OBJECT, .inside = check_facility },
    { .key = "workload", .kind = KIND_OBJECT, .inside = check_workload },
    { .key = "waivers", .kind = KIND_ARRAY },
    { .key = "partitions", .kind = KIND_ARRAY, .inside = check_partitions },
    { .key = "graph", .kind = KIND_OBJECT },
    { .key = "$schema", .kind = KIND_STRING, .most_chars = WEFT_DESIGN_TITLE_CHARS },
    { .key = NULL },
  };
  JsonObject *object;

  if (!is_kind (at->node, KIND_OBJECT))
    {
      add_wrong_kind (check, at, KIND_OBJECT, NULL);
      return;
    }

  object = json_node_get_object (at->node);
  if (!gives (object, "partitions") && !gives (object, "graph"))
    add_missing (check, at, "partitions", KIND_ARRAY);
  check_members (check, at, members);
}

static void
set_structure_error (GPtrArray   *violations,
                     guint        first,
                     const char  *file,
                     GError     **error)
{
  for (guint i = first; i < violations->len; i++)
    {
      WeftViolation *violation = g_ptr_array_index (violations, i);
      const char *path = weft_violation_get_path (violation);

      if (weft_violation_get_severity (violation) != WEFT_SEVERITY_ERROR)
        continue;

      g_set_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE, "%s: %s%s%s",
                   file, path, path[0] != '\0' ? ": " : "",
                   weft_violation_get_message (violation));
      return;
    }
  g_assert_not_reached ();
}

gboolean
weft_design_check_document (const WeftJsonAt *root,
                            GPtrArray        *violations)
{
  Check check = { .violations = violations };

  check_root (&check, root);
  return check.n_errors == 0;
}

gboolean
weft_design_check_workload (const WeftJsonAt *workload,
                            GPtrArray        *violations)
{
  Check check = { .violations = violations };

  if (is_kind (workload->node, KIND_OBJECT))
    check_workload (&check, workload);
  else
    add_wrong_kind (&check, workload, KIND_OBJECT, NULL);
  return check.n_errors == 0;
}

const char *
weft_design_nearest (const char        *name,
                     const char *const *known)
{
  return strlen (name) <= WEFT_DESIGN_NEAREST_MAX_BYTES ? weft_name_nearest (name, known) : NULL;
}

/**
 * weft_design_new_from_json:
 * @root: the document
 * @file: (nullable): the file's name for messages
 * @violations: (nullable) (element-type WeftViolation): where to append what was found; it frees
 *   its elements with g_object_unref()
 * @error: where an error is left
 *
 * Unknown members give warnings and are kept. Any error gives violations for all of them and
 * %WEFT_DESIGN_ERROR_STRUCTURE with the first one in words.
 *
 * Returns: (transfer full): the design, which shares nothing with @root
 */
WeftDesign *
weft_design_new_from_json (JsonNode    *root,
                           const char  *file,
                           GPtrArray   *violations,
                           GError     **error)
{
  g_autoptr (GPtrArray) found = NULL;
  WeftJsonAt at;
  guint first;

  g_return_val_if_fail (root != NULL, NULL);

  found = violations != NULL ? g_ptr_array_ref (violations)
                             : g_ptr_array_new_with_free_func (g_object_unref);
  first = found->len;
  weft_json_at_root (&at, root, file);
  if (!weft_design_check_document (&at, found))
    {
      set_structure_error (found, first, file != NULL ? file : _("design"), error);
      return NULL;
    }

  return weft_design_new_from_object (json_node_get_object (root));
}

/**
 * weft_design_load:
 * @path: a file
 * @violations: (nullable) (element-type WeftViolation): as for weft_design_new_from_json()
 * @error: where an error is left; %WEFT_JSON_ERROR when the file is not JSON
 *
 * Returns: (transfer full): the design
 */
WeftDesign *
weft_design_load (const char  *path,
                  GPtrArray   *violations,
                  GError     **error)
{
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  root = weft_json_load (path, &weft_json_default_limits, error);
  if (root == NULL)
    return NULL;

  return weft_design_new_from_json (root, path, violations, error);
}
