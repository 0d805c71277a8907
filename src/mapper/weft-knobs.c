/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs as JSON, strictly: one that is misspelt would be a correction that silently does not count. */
#include "mapper/weft-knobs-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"

/* Longer than any kernel runs, so that a slip of the unit is noticed. */
#define MAX_LAUNCH_S 1.0

/* Those of communication are the simulator's. */
static const char *const members[] = { "$schema", "format", "source", "knobs", "comm", NULL };
static const char *const knob_members[]
  = { "chip",     "kernel",     "flop_efficiency", "bandwidth_efficiency", "launch_s",          "from_bytes",
      "to_bytes", "from_flops", "to_flops",        "from_flops_per_byte",  "to_flops_per_byte", NULL };

static const char *const from_members[WEFT_N_KNOB_AXES] = { "from_bytes", "from_flops", "from_flops_per_byte" };
static const char *const to_members[WEFT_N_KNOB_AXES] = { "to_bytes", "to_flops", "to_flops_per_byte" };

static void
clear_knob (gpointer data)
{
  g_free (((WeftKnob *) data)->kernel);
}

static gboolean
refuse_chip (const WeftJsonAt *at, WeftInventory *inventory, const char *name, GError **error)
{
  const char *nearest = weft_inventory_nearest (inventory, WEFT_RECORD_CHIP, name);
  g_autofree char *pointer = weft_json_at_pointer (at);

  if (nearest != NULL)
    g_set_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_RANGE,
                 _("%s: %s: the catalog has no chip “%s”; did you mean “%s”?"), at->file, pointer, name, nearest);
  else
    g_set_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_RANGE, _("%s: %s: the catalog has no chip “%s”"), at->file,
                 pointer, name);
  return FALSE;
}

static gboolean
read_names (const WeftJsonAt *at, WeftInventory *inventory, WeftKnob *knob, GError **error)
{
  const char *chip = "*";
  const char *kernel = "*";
  const WeftChip *found;
  WeftJsonAt member;

  if (!weft_json_at_get_string (at, "chip", WEFT_JSON_OPTIONAL, &chip, error)
      || !weft_json_at_get_string (at, "kernel", WEFT_JSON_OPTIONAL, &kernel, error))
    return FALSE;
  if (!g_str_equal (chip, "*"))
    {
      weft_json_at_member (at, "chip", &member);
      found = weft_inventory_find_chip (inventory, chip);
      if (found == NULL)
        return refuse_chip (&member, inventory, chip, error);
      knob->chip = found->index;
    }
  knob->kernel = g_str_equal (kernel, "*") ? NULL : g_strdup (kernel);
  return TRUE;
}

/* A number above 0, or from 0 on, and at most @most. */
static gboolean
read_number (const WeftJsonAt *at, const char *key, gboolean may_be_zero, double most, const char *expected,
             double *value, GError **error)
{
  WeftJsonAt member;

  if (!weft_json_at_get_number (at, key, WEFT_JSON_OPTIONAL, value, error))
    return FALSE;
  if (*value <= most && (*value > 0 || (*value == 0 && may_be_zero)))
    return TRUE;
  weft_json_at_member (at, key, &member);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, expected, error);
}

static gboolean
read_ranges (const WeftJsonAt *at, WeftKnob *knob, GError **error)
{
  for (guint i = 0; i < WEFT_N_KNOB_AXES; i++)
    {
      WeftJsonAt member;

      if (!read_number (at, from_members[i], TRUE, G_MAXDOUBLE, _("a number from 0 on"), &knob->from[i], error)
          || !weft_json_at_get_number (at, to_members[i], WEFT_JSON_OPTIONAL, &knob->to[i], error))
        return FALSE;
      if (knob->to[i] > knob->from[i])
        continue;
      weft_json_at_member (at, to_members[i], &member);
      return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("a number above the one that the range begins at"),
                                  error);
    }
  return TRUE;
}

static gboolean
read_knob (const WeftJsonAt *at, WeftInventory *inventory, WeftKnob *knob, GError **error)
{
  const char *share = _("a share of the peak: a number above 0, at most 1");

  return weft_json_at_known (at, knob_members, error) && read_names (at, inventory, knob, error)
         && read_number (at, "flop_efficiency", FALSE, 1, share, &knob->flop_efficiency, error)
         && read_number (at, "bandwidth_efficiency", FALSE, 1, share, &knob->bandwidth_efficiency, error)
         && read_number (at, "launch_s", TRUE, MAX_LAUNCH_S, _("seconds from 0 to 1"), &knob->launch_s, error)
         && read_ranges (at, knob, error);
}

static gboolean
overlap (const WeftKnob *a, const WeftKnob *b)
{
  for (guint i = 0; i < WEFT_N_KNOB_AXES; i++)
    if (a->from[i] >= b->to[i] || b->from[i] >= a->to[i])
      return FALSE;
  return TRUE;
}

/* Two knobs of one kernel of one size on one chip would be a matter of luck. */
static gboolean
check_twice (const WeftJsonAt *at, GArray *knobs, const WeftKnob *knob, GError **error)
{
  for (guint i = 0; i < knobs->len; i++)
    {
      const WeftKnob *other = &g_array_index (knobs, WeftKnob, i);

      if (other->chip == knob->chip && g_strcmp0 (other->kernel, knob->kernel) == 0 && overlap (other, knob))
        return weft_json_at_refuse (at, WEFT_JSON_ERROR_DUPLICATE, _("the knobs of each chip and kernel once for a size"),
                                    error);
    }
  return TRUE;
}

static gboolean
read_list (const WeftJsonAt *list, WeftInventory *inventory, GArray *knobs, GError **error)
{
  for (guint i = 0; i < weft_json_at_length (list); i++)
    {
      WeftKnob knob = { -1, NULL, { 0, 0, 0 }, { INFINITY, INFINITY, INFINITY }, 1, 1, 0 };
      WeftJsonAt at;

      weft_json_at_element (list, i, &at);
      if (!read_knob (&at, inventory, &knob, error) || !check_twice (&at, knobs, &knob, error))
        {
          clear_knob (&knob);
          return FALSE;
        }
      g_array_append_val (knobs, knob);
    }
  return TRUE;
}

GArray *
weft_knobs_read (JsonNode *node, WeftInventory *inventory, GError **error)
{
  g_autoptr (GArray) knobs = g_array_new (FALSE, FALSE, sizeof (WeftKnob));
  const char *format = WEFT_KNOBS_FORMAT;
  const char *ignored = NULL;
  WeftJsonAt at, member;

  g_array_set_clear_func (knobs, clear_knob);
  weft_json_at_root (&at, node, _("knobs"));
  if (!weft_json_at_known (&at, members, error)
      || !weft_json_at_get_string (&at, "$schema", WEFT_JSON_OPTIONAL, &ignored, error)
      || !weft_json_at_get_string (&at, "source", WEFT_JSON_OPTIONAL, &ignored, error)
      || !weft_json_at_get_string (&at, "format", WEFT_JSON_OPTIONAL, &format, error))
    return NULL;
  if (!g_str_equal (format, WEFT_KNOBS_FORMAT))
    {
      weft_json_at_member (&at, "format", &member);
      weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, "\"" WEFT_KNOBS_FORMAT "\"", error);
      return NULL;
    }
  if (!weft_json_at_get_array (&at, "knobs", WEFT_JSON_REQUIRED, &member, NULL, error)
      || !read_list (&member, inventory, knobs, error))
    return NULL;
  return g_steal_pointer (&knobs);
}

static gboolean
holds (const WeftKnob *self, const double sizes[WEFT_N_KNOB_AXES])
{
  for (guint i = 0; i < WEFT_N_KNOB_AXES; i++)
    if (!(sizes[i] >= self->from[i] && (sizes[i] < self->to[i] || isinf (self->to[i]))))
      return FALSE;
  return TRUE;
}

const WeftKnob *
weft_knobs_find (GArray *knobs, guint chip, const char *kernel, double flops, double bytes)
{
  const double sizes[] = { bytes, flops, bytes > 0 ? flops / bytes : flops > 0 ? INFINITY : 0 };
  const WeftKnob *best = NULL;
  int best_says = -1;

  for (guint i = 0; i < knobs->len; i++)
    {
      const WeftKnob *knob = &g_array_index (knobs, WeftKnob, i);
      int says = (knob->chip >= 0 ? 2 : 0) + (knob->kernel != NULL ? 1 : 0);

      if ((knob->chip >= 0 && (guint) knob->chip != chip)
          || (knob->kernel != NULL && !g_str_equal (knob->kernel, kernel)) || !holds (knob, sizes))
        continue;
      if (says > best_says)
        {
          best = knob;
          best_says = says;
        }
    }
  return best;
}
