/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles: the evaluator's constants by name, and what the profile assumes about parts. */

#include "catalog/weft-profile-private.h"

#include <math.h>

#include "catalog/weft-catalog.h"

G_DEFINE_FINAL_TYPE (WeftProfile, weft_profile, G_TYPE_OBJECT)

void
weft_constant_clear (gpointer data)
{
  WeftConstant *constant = data;

  g_free (constant->numbers);
}

static void
free_left_out (gpointer data)
{
  WeftLeftOut *item = data;

  g_free (item->id);
  g_free (item->text);
  g_free (item->part);
  g_free (item->workload);
  g_free (item);
}

/* Finds a constant or says that the profile lacks it. */
static const WeftConstant *
find_constant (WeftProfile  *self,
               const char   *key,
               GError      **error)
{
  gpointer place;

  if (g_hash_table_lookup_extended (self->places, key, NULL, &place))
    return &g_array_index (self->constants, WeftConstant, GPOINTER_TO_UINT (place));

  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_UNKNOWN,
               "%s: /constants: the profile \"%s\" has no constant \"%s\"; add it",
               self->path, self->id, key);
  return NULL;
}

static void
refuse_constant (WeftProfile         *self,
                 const WeftConstant  *constant,
                 const char          *expected,
                 GError             **error)
{
  g_autofree char *found = NULL;
  WeftJsonAt at;

  weft_json_at_root (&at, constant->node, self->path);
  found = weft_json_at_found (&at);
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               "%s: /constants: \"%s\" is %s, expected %s", self->path, constant->key, found,
               expected);
}

static void
weft_profile_finalize (GObject *object)
{
  WeftProfile *self = WEFT_PROFILE (object);

  g_clear_pointer (&self->constants, g_array_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
  for (guint i = 0; i < WEFT_N_OVERRIDE_KINDS; i++)
    g_clear_pointer (&self->overrides[i], g_array_unref);
  g_clear_pointer (&self->left_out, g_ptr_array_unref);
  g_clear_pointer (&self->varied, g_ptr_array_unref);
  g_clear_pointer (&self->root, json_node_unref);
  g_free (self->path);
  g_free (self->digest);

  G_OBJECT_CLASS (weft_profile_parent_class)->finalize (object);
}

static void
weft_profile_class_init (WeftProfileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_profile_finalize;
}

static void
weft_profile_init (WeftProfile *self)
{
  self->constants = g_array_new (FALSE, FALSE, sizeof (WeftConstant));
  g_array_set_clear_func (self->constants, weft_constant_clear);
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  self->left_out = g_ptr_array_new_with_free_func (free_left_out);
}

JsonNode *
weft_profile_get_root (WeftProfile *self)
{
  return self->root;
}

/**
 * weft_profile_get_path:
 * @self: a profile
 *
 * Returns: the file that it was read from
 */
const char *
weft_profile_get_path (WeftProfile *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE (self), NULL);

  return self->path;
}

GArray *
weft_profile_get_overrides (WeftProfile    *self,
                            WeftRecordKind  kind)
{
  g_assert (kind < WEFT_N_OVERRIDE_KINDS);

  return self->overrides[kind];
}

/**
 * weft_profile_get_id:
 * @self: a profile
 *
 * Returns: its id
 */
const char *
weft_profile_get_id (WeftProfile *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE (self), NULL);

  return self->id;
}

/**
 * weft_profile_get_name:
 * @self: a profile
 *
 * Returns: its name, or its id when it has none
 */
const char *
weft_profile_get_name (WeftProfile *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE (self), NULL);

  return self->name != NULL ? self->name : self->id;
}

/**
 * weft_profile_get_description:
 * @self: a profile
 *
 * Returns: what it is for, "" when it does not say
 */
const char *
weft_profile_get_description (WeftProfile *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE (self), NULL);

  return self->description != NULL ? self->description : "";
}

/**
 * weft_profile_get_digest:
 * @self: a profile
 *
 * Returns: the SHA-256 of its canonical JSON, in hexadecimal
 */
const char *
weft_profile_get_digest (WeftProfile *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE (self), NULL);

  return self->digest;
}

/**
 * weft_profile_get_workload:
 * @self: a profile
 *
 * Returns: the id of the workload record that holds unless a design says otherwise
 */
const char *
weft_profile_get_workload (WeftProfile *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE (self), NULL);

  return self->workload;
}

/**
 * weft_profile_is_measured:
 * @self: a profile
 *
 * Returns: whether its constants belong to the equations of the measured model; else to the ArchAgent paper's
 */
gboolean
weft_profile_is_measured (WeftProfile *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE (self), FALSE);

  return self->is_measured;
}

/**
 * weft_profile_list_constants:
 * @self: a profile
 *
 * Returns: (transfer container) (element-type utf8): the keys in file order
 */
GPtrArray *
weft_profile_list_constants (WeftProfile *self)
{
  GPtrArray *keys = g_ptr_array_new ();

  g_return_val_if_fail (WEFT_IS_PROFILE (self), keys);

  for (guint i = 0; i < self->constants->len; i++)
    g_ptr_array_add (keys, (gpointer) g_array_index (self->constants, WeftConstant, i).key);
  return keys;
}

/**
 * weft_profile_lookup: (skip)
 * @self: a profile
 * @key: a constant's name
 * @value: (out): the constant
 *
 * Returns: %FALSE when the profile has no such constant
 */
gboolean
weft_profile_lookup (WeftProfile *self,
                     const char  *key,
                     WeftValue   *value)
{
  const WeftConstant *constant;

  g_return_val_if_fail (WEFT_IS_PROFILE (self) && key != NULL && value != NULL, FALSE);

  constant = find_constant (self, key, NULL);
  if (constant == NULL)
    return FALSE;

  value->key = constant->key;
  value->node = constant->node;
  value->provenance = &constant->provenance;
  return TRUE;
}

/**
 * weft_profile_get_unit:
 * @self: a profile
 * @key: a constant's name
 *
 * Returns: (nullable): the unit as the file has it, "1" for a plain number
 */
const char *
weft_profile_get_unit (WeftProfile *self,
                       const char  *key)
{
  const WeftConstant *constant;

  g_return_val_if_fail (WEFT_IS_PROFILE (self) && key != NULL, NULL);

  constant = find_constant (self, key, NULL);
  return constant != NULL ? constant->unit : NULL;
}

/**
 * weft_profile_get_number:
 * @self: a profile
 * @key: a constant's name
 * @value: (out): the number as written
 * @error: where to put a #WeftCatalogError
 *
 * Returns: %FALSE when there is no such constant, or it is no number
 */
gboolean
weft_profile_get_number (WeftProfile  *self,
                         const char   *key,
                         double       *value,
                         GError      **error)
{
  const WeftConstant *constant;
  GType type;

  g_return_val_if_fail (WEFT_IS_PROFILE (self) && key != NULL && value != NULL, FALSE);

  constant = find_constant (self, key, error);
  if (constant == NULL)
    return FALSE;

  type = json_node_get_value_type (constant->node);
  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    {
      refuse_constant (self, constant, "a number", error);
      return FALSE;
    }

  *value = json_node_get_double (constant->node);
  return TRUE;
}

/**
 * weft_profile_get_scoped:
 * @self: a profile
 * @key: a constant's name
 * @scopes: (array zero-terminated=1): the narrowest first: "h100-sxm-80/bf16", "bf16"
 * @value: (out): the number
 * @found: (out) (optional) (transfer none): the constant that was taken: "KEY\@SCOPE" or "KEY"
 * @error: where to put a #WeftCatalogError
 *
 * A constant may hold for some parts only; its name then ends in an at sign and its scope. Without one for any of
 * @scopes the constant without a scope counts, which is the default.
 *
 * Returns: %FALSE when there is none at all, or it is no number
 */
gboolean
weft_profile_get_scoped (WeftProfile        *self,
                         const char         *key,
                         const char *const  *scopes,
                         double             *value,
                         const char        **found,
                         GError            **error)
{
  const WeftConstant *constant = NULL;

  g_return_val_if_fail (WEFT_IS_PROFILE (self) && key != NULL && scopes != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  for (guint i = 0; scopes[i] != NULL && constant == NULL; i++)
    {
      g_autofree char *scoped = g_strconcat (key, "@", scopes[i], NULL);

      constant = find_constant (self, scoped, NULL);
    }
  if (constant == NULL)
    constant = find_constant (self, key, error);
  if (constant == NULL)
    return FALSE;

  if (found != NULL)
    *found = constant->key;
  return weft_profile_get_number (self, constant->key, value, error);
}

/**
 * weft_profile_get_residual:
 * @self: a profile
 * @key: a constant's name
 *
 * Returns: root mean square of ln(predicted / measured) of the rows that a fitted constant was fitted to; NAN for others
 */
double
weft_profile_get_residual (WeftProfile *self,
                           const char  *key)
{
  const WeftConstant *constant;

  g_return_val_if_fail (WEFT_IS_PROFILE (self) && key != NULL, NAN);

  constant = find_constant (self, key, NULL);
  return constant != NULL ? constant->residual : NAN;
}

/**
 * weft_profile_get_range:
 * @self: a profile
 * @key: a constant's name
 *
 * Returns: (nullable): where a fitted constant holds, in words
 */
const char *
weft_profile_get_range (WeftProfile *self,
                        const char  *key)
{
  const WeftConstant *constant;

  g_return_val_if_fail (WEFT_IS_PROFILE (self) && key != NULL, NULL);

  constant = find_constant (self, key, NULL);
  return constant != NULL ? constant->range : NULL;
}

/**
 * weft_profile_get_numbers:
 * @self: a profile
 * @key: a constant's name
 * @values: (out) (transfer none) (array length=n_values): the numbers as written
 * @n_values: (out): how many, at least one
 * @error: where to put a #WeftCatalogError
 *
 * Returns: %FALSE when there is no such constant, or it is no array
 */
gboolean
weft_profile_get_numbers (WeftProfile   *self,
                          const char    *key,
                          const double **values,
                          guint         *n_values,
                          GError       **error)
{
  const WeftConstant *constant;

  g_return_val_if_fail (WEFT_IS_PROFILE (self) && key != NULL, FALSE);
  g_return_val_if_fail (values != NULL && n_values != NULL, FALSE);

  constant = find_constant (self, key, error);
  if (constant == NULL)
    return FALSE;
  if (constant->numbers == NULL)
    {
      refuse_constant (self, constant, "an array of numbers", error);
      return FALSE;
    }

  *values = constant->numbers;
  *n_values = constant->n_numbers;
  return TRUE;
}

/**
 * weft_profile_get_reference:
 * @self: a profile
 * @chip: (out) (optional) (transfer none): the chip's name
 * @scaleup: (out) (optional) (transfer none): the scale-up fabric's name
 * @scaleout: (out) (optional) (transfer none): the scale-out fabric's name
 *
 * The machine whose score is 1 by definition.
 */
void
weft_profile_get_reference (WeftProfile  *self,
                            const char  **chip,
                            const char  **scaleup,
                            const char  **scaleout)
{
  g_return_if_fail (WEFT_IS_PROFILE (self));

  if (chip != NULL)
    *chip = self->reference[WEFT_RECORD_CHIP];
  if (scaleup != NULL)
    *scaleup = self->reference[WEFT_RECORD_SCALEUP];
  if (scaleout != NULL)
    *scaleout = self->reference[WEFT_RECORD_SCALEOUT];
}

/**
 * weft_profile_get_left_out: (skip)
 * @self: a profile
 *
 * Returns: (transfer none): #WeftLeftOut, what the model does not see
 */
GPtrArray *
weft_profile_get_left_out (WeftProfile *self)
{
  g_return_val_if_fail (WEFT_IS_PROFILE (self), NULL);

  return self->left_out;
}
