/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One partition of the compact form, and the roles that it may have. */
#include "design/weft-partition-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-name.h"
#include "design/weft-members-private.h"

struct _WeftPartition
{
  GObject parent_instance;

  /* As written in the document; NULL when absent. The fraction has its own member. */
  char *texts[WEFT_N_PARTITION_FIELDS];
  double power_frac;
  JsonObject *unknown;
};

G_DEFINE_FINAL_TYPE (WeftPartition, weft_partition, G_TYPE_OBJECT)

/* Property numbers are those of the fields plus one. */
static GParamSpec *properties[WEFT_N_PARTITION_FIELDS + 1];

const char *const weft_partition_keys[WEFT_N_PARTITION_FIELDS + 1] = {
  "name", "chip", "role", "power_frac", "scaleup", "scaleout", NULL,
};

/* Whether nothing of a name would be seen. */
static gboolean
is_blank (const char *name)
{
  for (const char *at = name; at != NULL && *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (!g_unichar_isspace (c) && !g_unichar_iszerowidth (c) && !g_unichar_iscntrl (c))
        return FALSE;
    }
  return TRUE;
}

static void
weft_partition_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  WeftPartition *self = WEFT_PARTITION (object);

  switch (id - 1)
    {
    case WEFT_PARTITION_NAME:
    case WEFT_PARTITION_CHIP:
    case WEFT_PARTITION_SCALEUP:
    case WEFT_PARTITION_SCALEOUT:
      g_value_set_string (value, self->texts[id - 1]);
      break;
    case WEFT_PARTITION_ROLE:
      g_value_set_string (value, weft_partition_get_role (self));
      break;
    case WEFT_PARTITION_POWER_FRAC:
      g_value_set_double (value, self->power_frac);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      break;
    }
}

static void
weft_partition_finalize (GObject *object)
{
  WeftPartition *self = WEFT_PARTITION (object);

  for (guint i = 0; i < WEFT_N_PARTITION_FIELDS; i++)
    g_free (self->texts[i]);
  g_clear_pointer (&self->unknown, json_object_unref);

  G_OBJECT_CLASS (weft_partition_parent_class)->finalize (object);
}

static void
weft_partition_class_init (WeftPartitionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_partition_get_property;
  object_class->finalize = weft_partition_finalize;

  properties[1 + WEFT_PARTITION_NAME] =
    g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[1 + WEFT_PARTITION_CHIP] =
    g_param_spec_string ("chip", NULL, NULL, "", flags);
  properties[1 + WEFT_PARTITION_ROLE] =
    g_param_spec_string ("role", NULL, NULL, "general", flags);
  properties[1 + WEFT_PARTITION_POWER_FRAC] =
    g_param_spec_double ("power-frac", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 1.0, flags);
  properties[1 + WEFT_PARTITION_SCALEUP] =
    g_param_spec_string ("scaleup", NULL, NULL, "", flags);
  properties[1 + WEFT_PARTITION_SCALEOUT] =
    g_param_spec_string ("scaleout", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
weft_partition_init (WeftPartition *self)
{
  self->texts[WEFT_PARTITION_CHIP] = g_strdup ("");
  self->texts[WEFT_PARTITION_SCALEUP] = g_strdup ("");
  self->texts[WEFT_PARTITION_SCALEOUT] = g_strdup ("");
  self->power_frac = 1.0;
}

/**
 * weft_partition_new:
 * @chip: the chip's name
 * @role: (nullable): one of the roles; %NULL leaves it out, which means "general"
 * @power_frac: its part of the budget, 0 to 1
 * @scaleup: name of the scale-up fabric
 * @scaleout: name of the scale-out fabric
 *
 * Names are kept as given; whether the catalog has them is for weft_rules_check() to say.
 *
 * Returns: (transfer full): a partition without a name of its own
 */
WeftPartition *
weft_partition_new (const char *chip,
                    const char *role,
                    double      power_frac,
                    const char *scaleup,
                    const char *scaleout)
{
  WeftPartition *self;

  g_return_val_if_fail (chip != NULL && scaleup != NULL && scaleout != NULL, NULL);
  g_return_val_if_fail (isfinite (power_frac), NULL);

  self = g_object_new (WEFT_TYPE_PARTITION, NULL);
  g_free (self->texts[WEFT_PARTITION_CHIP]);
  g_free (self->texts[WEFT_PARTITION_SCALEUP]);
  g_free (self->texts[WEFT_PARTITION_SCALEOUT]);
  self->texts[WEFT_PARTITION_CHIP] = g_strdup (chip);
  self->texts[WEFT_PARTITION_ROLE] = g_strdup (role);
  self->texts[WEFT_PARTITION_SCALEUP] = g_strdup (scaleup);
  self->texts[WEFT_PARTITION_SCALEOUT] = g_strdup (scaleout);
  self->power_frac = power_frac;

  return self;
}

/**
 * weft_partition_copy:
 * @self: a partition
 *
 * Returns: (transfer full): a partition with the same members, unknown ones too
 */
WeftPartition *
weft_partition_copy (WeftPartition *self)
{
  WeftPartition *copy;

  g_return_val_if_fail (WEFT_IS_PARTITION (self), NULL);

  copy = g_object_new (WEFT_TYPE_PARTITION, NULL);
  for (guint i = 0; i < WEFT_N_PARTITION_FIELDS; i++)
    {
      g_free (copy->texts[i]);
      copy->texts[i] = g_strdup (self->texts[i]);
    }
  copy->power_frac = self->power_frac;
  copy->unknown = weft_members_copy_object (self->unknown);

  return copy;
}

/**
 * weft_partition_get_name:
 * @self: a partition
 *
 * Returns: (nullable): its name, when the document gives one that is not blank
 */
const char *
weft_partition_get_name (WeftPartition *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION (self), NULL);

  return is_blank (self->texts[WEFT_PARTITION_NAME]) ? NULL : self->texts[WEFT_PARTITION_NAME];
}

/**
 * weft_partition_dup_shown_name:
 * @self: a partition
 * @index: its place in the design, from 0 on
 *
 * Returns: (transfer full): the name that it is shown by: its own, else "Partition 1"
 */
char *
weft_partition_dup_shown_name (WeftPartition *self,
                               guint          index)
{
  const char *name;

  g_return_val_if_fail (WEFT_IS_PARTITION (self), NULL);

  name = weft_partition_get_name (self);
  return name != NULL ? g_strdup (name) : g_strdup_printf (_("Partition %u"), index + 1);
}

/**
 * weft_partition_get_chip:
 * @self: a partition
 *
 * Returns: the chip's name as the document writes it
 */
const char *
weft_partition_get_chip (WeftPartition *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION (self), NULL);

  return self->texts[WEFT_PARTITION_CHIP];
}

/**
 * weft_partition_get_role:
 * @self: a partition
 *
 * Returns: the role as the document writes it, "general" when it does not
 */
const char *
weft_partition_get_role (WeftPartition *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION (self), NULL);

  if (self->texts[WEFT_PARTITION_ROLE] == NULL)
    return weft_role_nick (WEFT_ROLE_GENERAL);

  return self->texts[WEFT_PARTITION_ROLE];
}

/**
 * weft_partition_get_power_frac:
 * @self: a partition
 *
 * Returns: its part of the budget (of the money in cost mode)
 */
double
weft_partition_get_power_frac (WeftPartition *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION (self), NAN);

  return self->power_frac;
}

/**
 * weft_partition_get_scaleup:
 * @self: a partition
 *
 * Returns: the scale-up fabric's name as the document writes it
 */
const char *
weft_partition_get_scaleup (WeftPartition *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION (self), NULL);

  return self->texts[WEFT_PARTITION_SCALEUP];
}

/**
 * weft_partition_get_scaleout:
 * @self: a partition
 *
 * Returns: the scale-out fabric's name as the document writes it
 */
const char *
weft_partition_get_scaleout (WeftPartition *self)
{
  g_return_val_if_fail (WEFT_IS_PARTITION (self), NULL);

  return self->texts[WEFT_PARTITION_SCALEOUT];
}

/**
 * weft_partition_new_from_object: (skip)
 * @object: a JSON object that has passed the structure check
 *
 * Returns: (transfer full): the partition that it describes
 */
WeftPartition *
weft_partition_new_from_object (JsonObject *object)
{
  WeftPartition *self = g_object_new (WEFT_TYPE_PARTITION, NULL);

  for (guint i = 0; i < WEFT_N_PARTITION_FIELDS; i++)
    {
      JsonNode *node = json_object_get_member (object, weft_partition_keys[i]);

      if (node != NULL && !json_node_is_null (node))
        weft_partition_set_field (self, i, node);
    }
  self->unknown = weft_members_unknown (object, weft_partition_keys);

  return self;
}

/**
 * weft_partition_to_json: (skip)
 * @self: a partition
 *
 * Returns: (transfer full): an object with the known members in their order, then the unknown ones
 */
JsonNode *
weft_partition_to_json (WeftPartition *self)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < WEFT_N_PARTITION_FIELDS; i++)
    {
      JsonNode *node = weft_partition_get_field (self, i);

      if (node != NULL)
        json_object_set_member (object, weft_partition_keys[i], node);
    }
  weft_members_append (object, self->unknown);

  return weft_members_to_node (object);
}

/**
 * weft_partition_get_field: (skip)
 * @self: a partition
 * @field: which member
 *
 * Returns: (transfer full) (nullable): its value, %NULL when absent
 */
JsonNode *
weft_partition_get_field (WeftPartition      *self,
                          WeftPartitionField  field)
{
  if (field == WEFT_PARTITION_POWER_FRAC)
    return weft_members_number (self->power_frac);

  return weft_members_string (self->texts[field]);
}

/**
 * weft_partition_set_field: (skip)
 * @self: a partition
 * @field: which member
 * @value: (nullable): a value of the member's type, %NULL to remove an optional one
 */
void
weft_partition_set_field (WeftPartition      *self,
                          WeftPartitionField  field,
                          JsonNode           *value)
{
  if (field == WEFT_PARTITION_POWER_FRAC)
    {
      g_assert (value != NULL);
      self->power_frac = json_node_get_double (value);
    }
  else
    {
      g_assert (value != NULL || field == WEFT_PARTITION_NAME || field == WEFT_PARTITION_ROLE);
      g_free (self->texts[field]);
      self->texts[field] = value != NULL ? json_node_dup_string (value) : NULL;
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[1 + field]);
}

/**
 * weft_role_nick:
 * @role: a role
 *
 * Returns: its word in documents
 */
const char *
weft_role_nick (WeftRole role)
{
  static const char *const nicks[] = { "general", "prefill", "decode", "solver", "ai" };

  g_return_val_if_fail (role < WEFT_N_ROLES, NULL);

  return nicks[role];
}

/**
 * weft_role_label:
 * @role: a role
 *
 * Returns: its word for people, translated
 */
const char *
weft_role_label (WeftRole role)
{
  static const char *const labels[] = {
    N_("General"), N_("Prefill"), N_("Decode"), N_("Solver"), N_("AI"),
  };

  g_return_val_if_fail (role < WEFT_N_ROLES, NULL);

  return _(labels[role]);
}

/**
 * weft_role_parse:
 * @text: a role as people write it; case, spaces and hyphens do not count
 * @role: (out) (optional): the role
 *
 * Returns: whether there is such a role
 */
gboolean
weft_role_parse (const char *text,
                 WeftRole   *role)
{
  g_return_val_if_fail (text != NULL, FALSE);

  for (guint i = 0; i < WEFT_N_ROLES; i++)
    if (weft_name_equal (text, weft_role_nick (i)))
      {
        if (role != NULL)
          *role = i;
        return TRUE;
      }

  return FALSE;
}
