/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From JSON to a design. The whole structure is checked first, so that nothing half-loads: a table
 * says which members an object may have and of what type. */
#include "design/weft-design-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json.h"
#include "base/weft-name.h"
#include "design/graph/weft-graph-private.h"
#include "design/weft-members-private.h"
#include "design/weft-structure-private.h"
#include "design/weft-waiver-private.h"

static void
check_facility (WeftStructure    *check,
                const WeftJsonAt *at)
{
  static const WeftStructureMember members[] = {
    { .key = "power_w", .kind = WEFT_STRUCTURE_NUMBER },
    { .key = "cost_usd", .kind = WEFT_STRUCTURE_NUMBER },
    { .key = NULL },
  };

  weft_structure_check (check, at, members);
}

static void
check_workload (WeftStructure    *check,
                const WeftJsonAt *at)
{
  static const WeftStructureMember members[] = {
    { .key = "profile", .kind = WEFT_STRUCTURE_STRING },
    { .key = "weights", .kind = WEFT_STRUCTURE_OBJECT, .inside = weft_structure_check_numbers },
    { .key = "values", .kind = WEFT_STRUCTURE_OBJECT, .inside = weft_structure_check_numbers },
    { .key = NULL },
  };

  weft_structure_check (check, at, members);
}

static void
check_partition (WeftStructure    *check,
                 const WeftJsonAt *at)
{
  static const WeftStructureMember members[] = {
    { .key = "name", .kind = WEFT_STRUCTURE_STRING, .most_chars = WEFT_DESIGN_TITLE_CHARS },
    { .key = "chip", .kind = WEFT_STRUCTURE_STRING, .required = TRUE },
    { .key = "role", .kind = WEFT_STRUCTURE_STRING },
    { .key = "power_frac", .kind = WEFT_STRUCTURE_NUMBER, .required = TRUE,
      .wrong_code = "fraction_not_number" },
    { .key = "scaleup", .kind = WEFT_STRUCTURE_STRING, .required = TRUE },
    { .key = "scaleout", .kind = WEFT_STRUCTURE_STRING, .required = TRUE },
    { .key = NULL },
  };

  if (weft_structure_is (at->node, WEFT_STRUCTURE_OBJECT))
    weft_structure_check (check, at, members);
  else
    weft_structure_add_wrong (check, at, WEFT_STRUCTURE_OBJECT, NULL);
}

static void
check_partitions (WeftStructure    *check,
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
      weft_structure_add (check, WEFT_SEVERITY_ERROR, "too_many_partitions", path,
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

/* A machine is given once. Partitions beside a graph are for the rules to refuse, which see all but
 * an empty list of them. */
static void
check_machine (WeftStructure    *check,
               const WeftJsonAt *at,
               JsonObject       *object)
{
  JsonNode *partitions = json_object_get_member (object, "partitions");

  if (gives (object, "graph"))
    {
      if (JSON_NODE_HOLDS_OBJECT (json_object_get_member (object, "graph"))
          && partitions != NULL && JSON_NODE_HOLDS_ARRAY (partitions)
          && json_array_get_length (json_node_get_array (partitions)) == 0)
        weft_structure_add (check, WEFT_SEVERITY_ERROR, "two_machines", "/partitions",
                            weft_members_number (0), NULL,
                            _("The machine is a graph, and a list of 0 partitions stands beside "
                              "it."),
                            _("Keep either \"graph\" or \"partitions\"."));
    }
  else if (!gives (object, "partitions") && json_object_has_member (object, "graph"))
    weft_structure_add (check, WEFT_SEVERITY_ERROR, "missing_key", "/partitions", NULL,
                        weft_members_string ("an array"),
                        _("\"graph\" is null and there are no \"partitions\"; one of them is "
                          "needed."),
                        _("Write a graph, or \"partitions\" with at least one of them."));
  else if (!gives (object, "partitions"))
    weft_structure_add_missing (check, at, "partitions", WEFT_STRUCTURE_ARRAY);
}

static void
check_root (WeftStructure    *check,
            const WeftJsonAt *at)
{
  static const WeftStructureMember members[] = {
    { .key = "name", .kind = WEFT_STRUCTURE_STRING, .most_chars = WEFT_DESIGN_TITLE_CHARS },
    { .key = "notes", .kind = WEFT_STRUCTURE_STRING, .most_chars = WEFT_DESIGN_NOTES_CHARS },
    { .key = "profile", .kind = WEFT_STRUCTURE_STRING },
    { .key = "facility", .kind = WEFT_STRUCTURE_OBJECT, .inside = check_facility },
    { .key = "workload", .kind = WEFT_STRUCTURE_OBJECT, .inside = check_workload },
    { .key = "waivers", .kind = WEFT_STRUCTURE_ARRAY, .inside = weft_waiver_check_structure },
    { .key = "partitions", .kind = WEFT_STRUCTURE_ARRAY, .inside = check_partitions },
    { .key = "graph", .kind = WEFT_STRUCTURE_OBJECT, .inside = weft_graph_check_structure },
    { .key = "$schema", .kind = WEFT_STRUCTURE_STRING, .most_chars = WEFT_DESIGN_TITLE_CHARS },
    { .key = NULL },
  };
  JsonObject *object;

  if (!weft_structure_is (at->node, WEFT_STRUCTURE_OBJECT))
    {
      weft_structure_add_wrong (check, at, WEFT_STRUCTURE_OBJECT, NULL);
      return;
    }

  object = json_node_get_object (at->node);
  check_machine (check, at, object);
  weft_structure_check (check, at, members);
}

static void
set_structure_error (GPtrArray  *violations,
                     guint       first,
                     const char *file,
                     GError    **error)
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
  WeftStructure check = { .violations = violations };

  check_root (&check, root);
  return check.n_errors == 0;
}

gboolean
weft_design_check_workload (const WeftJsonAt *workload,
                            GPtrArray        *violations)
{
  WeftStructure check = { .violations = violations };

  if (weft_structure_is (workload->node, WEFT_STRUCTURE_OBJECT))
    check_workload (&check, workload);
  else
    weft_structure_add_wrong (&check, workload, WEFT_STRUCTURE_OBJECT, NULL);
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
weft_design_new_from_json (JsonNode   *root,
                           const char *file,
                           GPtrArray  *violations,
                           GError    **error)
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
weft_design_load (const char *path,
                  GPtrArray  *violations,
                  GError    **error)
{
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  root = weft_json_load (path, &weft_json_default_limits, error);
  if (root == NULL)
    return NULL;

  return weft_design_new_from_json (root, path, violations, error);
}
