/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading waivers, and holding them against what the rules have found. */
#include "design/weft-waiver-private.h"

#include <glib/gi18n-lib.h>

#include "design/weft-design-private.h"
#include "design/weft-members-private.h"

/* Errors of composition that leave a machine that can be flattened, and a budget. */
static const char *const composition_codes[] = {
  "cable_reach", "ports_exceeded", "budget_exceeded", NULL,
};

/* Errors of the verifier that are no limits: without the numbers there is nothing to accept. */
static const char *const number_codes[] = { "physical_range", NULL };

typedef enum
{
  UNUSED,
  REFUSED, /* what it names is no rule that can be waived */
  USED,
} Fate;

typedef struct
{
  WeftWaiver waiver;
  Fate fate;
} Entry;

static gboolean
may_waive (WeftViolation *violation, WeftWaivable waivable)
{
  const char *code = weft_violation_get_code (violation);

  switch (weft_violation_get_severity (violation))
    {
    case WEFT_SEVERITY_WARNING:
      return TRUE;
    case WEFT_SEVERITY_ERROR:
      if (waivable == WEFT_WAIVABLE_COMPOSITION)
        return g_strv_contains (composition_codes, code);
      return waivable == WEFT_WAIVABLE_PHYSICS && !g_strv_contains (number_codes, code);
    case WEFT_SEVERITY_INFO:
    default:
      return FALSE;
    }
}

static char *
place_of (const char *code, const char *path)
{
  return g_strconcat (code, "\n", path, NULL);
}

static Entry *
find_entry (WeftWaivers *self, WeftViolation *violation)
{
  g_autofree char *place = place_of (weft_violation_get_code (violation),
                                     weft_violation_get_path (violation));

  return g_hash_table_lookup (self->by_place, place);
}

static void
waive (WeftWaivers *self, GPtrArray *violations, guint at, WeftWaivable waivable)
{
  WeftViolation *violation = g_ptr_array_index (violations, at);
  Entry *entry;

  if (weft_violation_get_waived (violation) != NULL)
    return;
  entry = find_entry (self, violation);
  if (entry == NULL || weft_violation_get_severity (violation) == WEFT_SEVERITY_INFO)
    return;
  if (!may_waive (violation, waivable))
    {
      entry->fate = MAX (entry->fate, REFUSED);
      return;
    }
  entry->fate = USED;
  violations->pdata[at] = weft_violation_new_waived (violation, entry->waiver.reason);
  g_object_unref (violation);
}

static void
check_waiver (WeftStructure *check, const WeftJsonAt *at)
{
  static const WeftStructureMember members[] = {
    { .key = "code", .kind = WEFT_STRUCTURE_STRING, .required = TRUE },
    { .key = "path", .kind = WEFT_STRUCTURE_STRING, .required = TRUE,
      .most_chars = WEFT_DESIGN_TITLE_CHARS },
    { .key = "reason", .kind = WEFT_STRUCTURE_STRING, .required = TRUE,
      .most_chars = WEFT_DESIGN_TITLE_CHARS },
    { .key = NULL },
  };
  WeftJsonAt reason;
  g_autofree char *path = NULL;

  if (!weft_structure_is (at->node, WEFT_STRUCTURE_OBJECT))
    {
      weft_structure_add_wrong (check, at, WEFT_STRUCTURE_OBJECT, NULL);
      return;
    }
  weft_structure_check (check, at, members);
  if (!weft_json_at_member (at, "reason", &reason)
      || !weft_structure_is (reason.node, WEFT_STRUCTURE_STRING)
      || weft_waiver_is_reason (json_node_get_string (reason.node)))
    return;
  path = weft_json_at_pointer (&reason);
  weft_structure_add (check, WEFT_SEVERITY_ERROR, "waiver_reason", path,
                      weft_members_string (json_node_get_string (reason.node)), NULL,
                      _("The waiver gives no reason."),
                      _("Write why the violation is accepted, or take the waiver out."));
}

void
weft_waiver_check_structure (WeftStructure *check, const WeftJsonAt *array)
{
  guint n = weft_json_at_length (array);
  WeftJsonAt at;

  if (n > WEFT_MAX_WAIVERS)
    {
      g_autofree char *path = weft_json_at_pointer (array);
      g_autofree char *message = NULL;

      message = g_strdup_printf (_("There are %u waivers, at most %u are taken."), n,
                                 WEFT_MAX_WAIVERS);
      weft_structure_add (check, WEFT_SEVERITY_ERROR, "too_many_waivers", path,
                          weft_members_number (n), weft_members_number (WEFT_MAX_WAIVERS), message,
                          _("Mend the design instead."));
      return;
    }
  for (guint i = 0; i < n; i++)
    if (weft_json_at_element (array, i, &at))
      check_waiver (check, &at);
}

void
weft_waivers_init (WeftWaivers *self, WeftDesign *design)
{
  guint n = weft_waiver_count (design);

  *self = (WeftWaivers) { NULL };
  if (n == 0)
    return;
  self->waivers = g_ptr_array_new_with_free_func (g_free);
  self->by_place = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < n; i++)
    {
      Entry *entry = g_new0 (Entry, 1);
      g_autofree char *place = NULL;

      weft_waiver_get (design, i, &entry->waiver);
      g_ptr_array_add (self->waivers, entry);
      place = place_of (entry->waiver.code, entry->waiver.path);
      if (!g_hash_table_contains (self->by_place, place))
        g_hash_table_insert (self->by_place, g_steal_pointer (&place), entry);
    }
}

void
weft_waivers_clear (WeftWaivers *self)
{
  g_clear_pointer (&self->by_place, g_hash_table_unref);
  g_clear_pointer (&self->waivers, g_ptr_array_unref);
}

gboolean
weft_waivers_apply (WeftWaivers *self, GPtrArray *violations, guint first, WeftWaivable waivable)
{
  gboolean is_sound = TRUE;

  for (guint i = first; i < violations->len; i++)
    {
      if (self->waivers != NULL)
        waive (self, violations, i, waivable);
      is_sound = is_sound
                 && weft_violation_get_standing (violations->pdata[i]) != WEFT_SEVERITY_ERROR;
    }
  return is_sound;
}

/* A second waiver of the same violation is unused as well. */
void
weft_waivers_report (WeftWaivers *self, GPtrArray *violations)
{
  for (guint i = 0; self->waivers != NULL && i < self->waivers->len; i++)
    {
      const Entry *entry = g_ptr_array_index (self->waivers, i);
      gboolean is_refused = entry->fate == REFUSED;
      g_autofree char *path = g_strdup_printf ("/waivers/%u", i);
      g_autofree char *message = NULL;

      if (entry->fate == USED)
        continue;
      message = g_strdup_printf (is_refused
                                   ? _("What breaks the rule %s at “%s” cannot be waived.")
                                   : _("Nothing breaks the rule %s at “%s”."),
                                 entry->waiver.code, entry->waiver.path);
      g_ptr_array_add (violations,
                       weft_violation_new (is_refused ? "waiver_refused" : "waiver_unused",
                                           is_refused ? WEFT_SEVERITY_WARNING : WEFT_SEVERITY_INFO,
                                           path, weft_members_string (entry->waiver.code), NULL,
                                           message,
                                           is_refused ? _("Warnings and limits of physics can be "
                                                          "accepted; mend everything else.")
                                                      : _("Take the waiver out.")));
    }
}

/**
 * weft_waiver_count:
 * @design: a design
 *
 * Returns: how many waivers its document has
 */
guint
weft_waiver_count (WeftDesign *design)
{
  JsonNode *waivers;

  g_return_val_if_fail (WEFT_IS_DESIGN (design), 0);

  waivers = weft_design_peek_waivers (design);
  return waivers != NULL ? json_array_get_length (json_node_get_array (waivers)) : 0;
}

/**
 * weft_waiver_get: (skip)
 * @design: a design
 * @index: which one, from 0
 * @waiver: (out caller-allocates): where to put it; its texts live as long as @design is not changed
 *
 * Returns: whether there are so many
 */
gboolean
weft_waiver_get (WeftDesign *design, guint index, WeftWaiver *waiver)
{
  JsonObject *object;

  g_return_val_if_fail (WEFT_IS_DESIGN (design) && waiver != NULL, FALSE);

  if (index >= weft_waiver_count (design))
    return FALSE;
  object = json_array_get_object_element (json_node_get_array (weft_design_peek_waivers (design)),
                                          index);
  waiver->code = json_object_get_string_member (object, "code");
  waiver->path = json_object_get_string_member (object, "path");
  waiver->reason = json_object_get_string_member (object, "reason");
  return TRUE;
}

/**
 * weft_waiver_is_reason:
 * @reason: (nullable): a text
 *
 * Returns: whether it says anything: there is more in it than spaces
 */
gboolean
weft_waiver_is_reason (const char *reason)
{
  if (reason == NULL)
    return FALSE;
  for (const char *at = reason; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_isspace (g_utf8_get_char (at)))
      return TRUE;
  return FALSE;
}
