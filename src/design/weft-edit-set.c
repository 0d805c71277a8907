/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setting one value of a design, named by its JSON pointer. */
#include "design/weft-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-quote-private.h"
#include "design/weft-design-private.h"
#include "design/weft-members-private.h"
#include "design/weft-partition-private.h"

typedef enum
{
  VALUE_TEXT,
  VALUE_NUMBER,
  VALUE_OBJECT,
} ValueKind;

/* What a path names. */
typedef struct
{
  const char *path;       /* or, inside of a partition, the key */
  guint field;            /* WeftDesignField or WeftPartitionField */
  ValueKind kind;
  gboolean required;
  const char *budget_key; /* (nullable): a member of facility */
} Target;

static const Target document_targets[] = {
  { "/name", WEFT_DESIGN_NAME, VALUE_TEXT, FALSE, NULL },
  { "/notes", WEFT_DESIGN_NOTES, VALUE_TEXT, FALSE, NULL },
  { "/profile", WEFT_DESIGN_PROFILE, VALUE_TEXT, FALSE, NULL },
  { "/facility/power_w", WEFT_DESIGN_FACILITY, VALUE_NUMBER, FALSE, "power_w" },
  { "/facility/cost_usd", WEFT_DESIGN_FACILITY, VALUE_NUMBER, FALSE, "cost_usd" },
  { "/workload", WEFT_DESIGN_WORKLOAD, VALUE_OBJECT, FALSE, NULL },
};

static const Target partition_targets[] = {
  { "name", WEFT_PARTITION_NAME, VALUE_TEXT, FALSE, NULL },
  { "chip", WEFT_PARTITION_CHIP, VALUE_TEXT, TRUE, NULL },
  { "role", WEFT_PARTITION_ROLE, VALUE_TEXT, FALSE, NULL },
  { "power_frac", WEFT_PARTITION_POWER_FRAC, VALUE_NUMBER, TRUE, NULL },
  { "scaleup", WEFT_PARTITION_SCALEUP, VALUE_TEXT, TRUE, NULL },
  { "scaleout", WEFT_PARTITION_SCALEOUT, VALUE_TEXT, TRUE, NULL },
};

#define WEFT_TYPE_VALUE_EDIT (weft_value_edit_get_type ())
G_DECLARE_FINAL_TYPE (WeftValueEdit, weft_value_edit, WEFT, VALUE_EDIT, WeftEdit)

struct _WeftValueEdit
{
  WeftEdit parent_instance;

  const Target *target;
  int partition;     /* -1: a member of the document */
  gboolean continues;
  JsonNode *value;   /* NULL removes */
  JsonNode *before;  /* the whole member as it was and as it is now, set by apply */
  JsonNode *after;
};

G_DEFINE_FINAL_TYPE (WeftValueEdit, weft_value_edit, WEFT_TYPE_EDIT)

static gboolean
nodes_equal (JsonNode *a,
             JsonNode *b)
{
  g_autofree char *text_a = a != NULL ? weft_json_write_canonical (a) : NULL;
  g_autofree char *text_b = b != NULL ? weft_json_write_canonical (b) : NULL;

  return g_strcmp0 (text_a, text_b) == 0;
}

static JsonNode *
get_member (WeftValueEdit *self,
            WeftDesign    *design)
{
  if (self->partition < 0)
    return weft_design_get_field (design, self->target->field);

  return weft_partition_get_field (weft_design_get_partition (design, self->partition),
                                   self->target->field);
}

static void
set_member (WeftValueEdit *self,
            WeftDesign    *design,
            JsonNode      *value)
{
  if (self->partition < 0)
    {
      weft_design_set_field (design, self->target->field, value);
      return;
    }

  weft_partition_set_field (weft_design_get_partition (design, self->partition),
                            self->target->field, value);
  weft_design_touch (design);
}

/* There is one budget: setting one kind takes the other one away, and no budget is no facility. */
static JsonNode *
member_after (WeftValueEdit *self,
              JsonNode      *before)
{
  JsonObject *facility;

  if (self->value == NULL)
    return NULL;
  if (self->target->budget_key == NULL)
    return weft_members_copy_node (self->value);

  facility = json_object_new ();
  json_object_set_member (facility, self->target->budget_key,
                          weft_members_copy_node (self->value));
  if (before != NULL)
    {
      g_autoptr (JsonObject) unknown = NULL;

      unknown = weft_members_unknown (json_node_get_object (before), weft_design_budget_keys);
      weft_members_append (facility, unknown);
    }
  return weft_members_to_node (facility);
}

static gboolean
has_place (WeftValueEdit *self,
           WeftDesign    *design)
{
  return self->partition < 0
         || (guint) self->partition < weft_design_get_n_partitions (design);
}

static void
weft_value_edit_apply (WeftEdit   *edit,
                       WeftDesign *design)
{
  WeftValueEdit *self = WEFT_VALUE_EDIT (edit);

  g_return_if_fail (has_place (self, design));

  g_clear_pointer (&self->before, json_node_unref);
  g_clear_pointer (&self->after, json_node_unref);
  self->before = get_member (self, design);
  self->after = member_after (self, self->before);
  set_member (self, design, self->after);
}

static void
weft_value_edit_revert (WeftEdit   *edit,
                        WeftDesign *design)
{
  WeftValueEdit *self = WEFT_VALUE_EDIT (edit);

  g_return_if_fail (has_place (self, design));

  set_member (self, design, self->before);
}

static gboolean
weft_value_edit_merge (WeftEdit *edit,
                       WeftEdit *next_edit)
{
  WeftValueEdit *self = WEFT_VALUE_EDIT (edit);
  WeftValueEdit *next;

  if (!WEFT_IS_VALUE_EDIT (next_edit))
    return FALSE;
  next = WEFT_VALUE_EDIT (next_edit);
  if (!next->continues || next->target != self->target || next->partition != self->partition)
    return FALSE;

  g_clear_pointer (&self->value, json_node_unref);
  g_clear_pointer (&self->after, json_node_unref);
  self->value = next->value != NULL ? json_node_ref (next->value) : NULL;
  self->after = next->after != NULL ? json_node_ref (next->after) : NULL;
  return TRUE;
}

static gboolean
weft_value_edit_changes (WeftEdit   *edit,
                         WeftDesign *design)
{
  WeftValueEdit *self = WEFT_VALUE_EDIT (edit);
  g_autoptr (JsonNode) before = NULL;
  g_autoptr (JsonNode) after = NULL;

  if (!has_place (self, design))
    return FALSE;

  before = get_member (self, design);
  after = member_after (self, before);
  return !nodes_equal (before, after);
}

static gboolean
weft_value_edit_is_idle (WeftEdit *edit)
{
  WeftValueEdit *self = WEFT_VALUE_EDIT (edit);

  return nodes_equal (self->before, self->after);
}

static void
weft_value_edit_finalize (GObject *object)
{
  WeftValueEdit *self = WEFT_VALUE_EDIT (object);

  g_clear_pointer (&self->value, json_node_unref);
  g_clear_pointer (&self->before, json_node_unref);
  g_clear_pointer (&self->after, json_node_unref);

  G_OBJECT_CLASS (weft_value_edit_parent_class)->finalize (object);
}

static void
weft_value_edit_class_init (WeftValueEditClass *klass)
{
  WeftEditClass *edit_class = WEFT_EDIT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_value_edit_finalize;
  edit_class->apply = weft_value_edit_apply;
  edit_class->revert = weft_value_edit_revert;
  edit_class->merge = weft_value_edit_merge;
  edit_class->changes = weft_value_edit_changes;
  edit_class->is_idle = weft_value_edit_is_idle;
}

static void
weft_value_edit_init (WeftValueEdit *self)
{
  self->partition = -1;
}

static char *
label_of (const Target *target,
          int           partition)
{
  int number = partition + 1;

  if (partition < 0)
    switch (target->field)
      {
      case WEFT_DESIGN_NAME:
        return g_strdup (_("Rename Design"));
      case WEFT_DESIGN_NOTES:
        return g_strdup (_("Change Notes"));
      case WEFT_DESIGN_PROFILE:
        return g_strdup (_("Change Model Profile"));
      case WEFT_DESIGN_FACILITY:
        return g_strdup (_("Change Budget"));
      default:
        return g_strdup (_("Change Workload"));
      }

  switch (target->field)
    {
    case WEFT_PARTITION_NAME:
      return g_strdup_printf (_("Rename Partition %d"), number);
    case WEFT_PARTITION_CHIP:
      return g_strdup_printf (_("Change Chip of Partition %d"), number);
    case WEFT_PARTITION_ROLE:
      return g_strdup_printf (_("Change Role of Partition %d"), number);
    case WEFT_PARTITION_POWER_FRAC:
      return g_strdup_printf (_("Change Budget Share of Partition %d"), number);
    case WEFT_PARTITION_SCALEUP:
      return g_strdup_printf (_("Change Scale-Up Fabric of Partition %d"), number);
    default:
      return g_strdup_printf (_("Change Scale-Out Fabric of Partition %d"), number);
    }
}

/* "/partitions/N/key", N as JSON pointers have it: without leading zeros. */
static const Target *
find_partition_target (const char *path,
                       WeftDesign *design,
                       int        *partition)
{
  const char *digits = path + strlen ("/partitions/");
  char *end = NULL;
  guint64 number;

  if (!g_str_has_prefix (path, "/partitions/") || !g_ascii_isdigit (digits[0])
      || (digits[0] == '0' && g_ascii_isdigit (digits[1])))
    return NULL;

  number = g_ascii_strtoull (digits, &end, 10);
  if (end[0] != '/' || number >= weft_design_get_n_partitions (design))
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (partition_targets); i++)
    if (strcmp (end + 1, partition_targets[i].path) == 0)
      {
        *partition = (int) number;
        return &partition_targets[i];
      }
  return NULL;
}

static const Target *
find_target (const char *path,
             WeftDesign *design,
             int        *partition)
{
  *partition = -1;
  for (guint i = 0; i < G_N_ELEMENTS (document_targets); i++)
    if (strcmp (path, document_targets[i].path) == 0)
      return &document_targets[i];

  return find_partition_target (path, design, partition);
}

static const char *
expected_words (ValueKind kind)
{
  switch (kind)
    {
    case VALUE_TEXT:
      return _("a string");
    case VALUE_NUMBER:
      return _("a number");
    case VALUE_OBJECT:
    default:
      return _("an object");
    }
}

static gboolean
has_kind (JsonNode  *value,
          ValueKind  kind)
{
  GType type = json_node_get_value_type (value);

  switch (kind)
    {
    case VALUE_TEXT:
      return JSON_NODE_HOLDS_VALUE (value) && type == G_TYPE_STRING
             && g_utf8_validate (json_node_get_string (value), -1, NULL);
    case VALUE_NUMBER:
      return JSON_NODE_HOLDS_VALUE (value) && (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
             && isfinite (json_node_get_double (value));
    case VALUE_OBJECT:
    default:
      return JSON_NODE_HOLDS_OBJECT (value);
    }
}

static gboolean
check_workload (JsonNode  *value,
                GError   **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  WeftJsonAt at;

  weft_json_at_root (&at, value, NULL);
  if (weft_design_check_workload (&at, found))
    return TRUE;

  for (guint i = 0; i < found->len; i++)
    {
      WeftViolation *violation = g_ptr_array_index (found, i);

      if (weft_violation_get_severity (violation) != WEFT_SEVERITY_ERROR)
        continue;
      g_set_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE, "/workload%s: %s",
                   weft_violation_get_path (violation), weft_violation_get_message (violation));
      break;
    }
  return FALSE;
}

static gboolean
check_value (const Target  *target,
             const char    *path,
             JsonNode      *value,
             GError       **error)
{
  WeftJsonAt at;
  g_autofree char *found = NULL;

  if (value == NULL && !target->required)
    return TRUE;
  if (value != NULL && has_kind (value, target->kind))
    return target->kind != VALUE_OBJECT || check_workload (value, error);

  if (value != NULL)
    {
      weft_json_at_root (&at, value, NULL);
      found = weft_json_at_found (&at);
    }
  g_set_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE,
               _("%s: found %s, expected %s"), path, found != NULL ? found : "null",
               expected_words (target->kind));
  return FALSE;
}

/**
 * weft_edit_set:
 * @design: the design that it is meant for
 * @path: JSON pointer of the value
 * @value: (transfer full) (nullable): what to set; null or %NULL removes an optional value
 * @continues: whether it goes on with what the last edit of the same path began (typing, dragging)
 * @error: where an error is left
 *
 * A null budget removes "facility", so that the profile's default power counts.
 *
 * Returns: (transfer full): an edit
 */
WeftEdit *
weft_edit_set (WeftDesign  *design,
               const char  *path,
               JsonNode    *value,
               gboolean     continues,
               GError     **error)
{
  g_autoptr (JsonNode) taken = value;
  WeftValueEdit *self;
  const Target *target;
  int partition;

  g_return_val_if_fail (WEFT_IS_DESIGN (design), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  if (taken != NULL && json_node_is_null (taken))
    g_clear_pointer (&taken, json_node_unref);

  target = find_target (path, design, &partition);
  if (target == NULL)
    {
      g_autofree char *shown = weft_quote (path, -1);

      g_set_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE,
                   _("This design has no value at %s that can be set; it has %u partitions"),
                   shown, weft_design_get_n_partitions (design));
      return NULL;
    }
  if (!check_value (target, path, taken, error))
    return NULL;

  self = g_object_new (WEFT_TYPE_VALUE_EDIT, NULL);
  self->target = target;
  self->partition = partition;
  self->continues = continues;
  self->value = taken != NULL ? weft_members_copy_node (taken) : NULL;
  weft_edit_take_label (WEFT_EDIT (self), label_of (target, partition));

  return WEFT_EDIT (self);
}
