/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs of communication as JSON, as strictly as those of kernels. */
#include "sim/weft-sim-knobs.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"

#define FORMAT "weft-knobs/1"
/* More than any fit gives. */
#define MAX_KNOBS 100000u
/* Longer than anything starts, so that a slip of the unit is noticed. */
#define MAX_LAUNCH_S 1.0

static const char *const members[]
  = { "comm", "algorithm", "ranks", "across", "from_bytes", "to_bytes", "efficiency", "launch_s", NULL };

static gboolean
read_comm (const WeftJsonAt *at, WeftSimCommKnob *knob, GError **error)
{
  const char *nick = "send";
  WeftSimComm comm = 0;
  WeftJsonAt member;

  if (!weft_json_at_get_string (at, "comm", WEFT_JSON_OPTIONAL, &nick, error))
    return FALSE;
  if (!g_str_equal (nick, "send") && !weft_sim_comm_parse (nick, &comm))
    {
      weft_json_at_member (at, "comm", &member);
      return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE,
                                  _("“send”, or a collective: “all_reduce”, “all_gather”, “reduce_scatter”, …"), error);
    }
  knob->comm = g_str_equal (nick, "send") ? -1 : (int) comm;
  return TRUE;
}

static gboolean
read_algorithm (const WeftJsonAt *at, WeftSimCommKnob *knob, GError **error)
{
  const char *nick = weft_sim_algorithm_nick (WEFT_SIM_ALGORITHM_AUTO);
  WeftJsonAt member;

  if (!weft_json_at_get_string (at, "algorithm", WEFT_JSON_OPTIONAL, &nick, error))
    return FALSE;
  if (weft_sim_algorithm_parse (nick, &knob->algorithm))
    return TRUE;
  weft_json_at_member (at, "algorithm", &member);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("an algorithm of collectives, such as “ring”"), error);
}

static gboolean
read_group (const WeftJsonAt *at, WeftSimCommKnob *knob, GError **error)
{
  gint64 ranks = 0;
  gboolean across = FALSE;
  WeftJsonAt member;

  if (!weft_json_at_get_integer (at, "ranks", WEFT_JSON_OPTIONAL, &ranks, error)
      || !weft_json_at_get_boolean (at, "across", WEFT_JSON_OPTIONAL, &across, error))
    return FALSE;
  if (weft_json_at_member (at, "ranks", &member) && !weft_json_at_is_null (&member)
      && (ranks < 1 || ranks > G_MAXINT32))
    return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("a whole number from 1 on"), error);
  knob->n_ranks = (guint32) ranks;
  if (weft_json_at_member (at, "across", &member) && !weft_json_at_is_null (&member))
    knob->across = across ? 1 : 0;
  return TRUE;
}

static gboolean
check_range (const WeftJsonAt *at, const char *key, gboolean good, const char *expected, GError **error)
{
  WeftJsonAt member;

  if (good)
    return TRUE;
  weft_json_at_member (at, key, &member);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, expected, error);
}

static gboolean
read_numbers (const WeftJsonAt *at, WeftSimCommKnob *knob, GError **error)
{
  return weft_json_at_get_number (at, "from_bytes", WEFT_JSON_OPTIONAL, &knob->min_bytes, error)
         && check_range (at, "from_bytes", knob->min_bytes >= 0, _("a number from 0 on"), error)
         && weft_json_at_get_number (at, "to_bytes", WEFT_JSON_OPTIONAL, &knob->max_bytes, error)
         && check_range (at, "to_bytes", knob->max_bytes > knob->min_bytes,
                         _("a number above the one that the range begins at"), error)
         && weft_json_at_get_number (at, "efficiency", WEFT_JSON_OPTIONAL, &knob->efficiency, error)
         && check_range (at, "efficiency", knob->efficiency > 0 && knob->efficiency <= 1,
                         _("a share of the rate: a number above 0, at most 1"), error)
         && weft_json_at_get_number (at, "launch_s", WEFT_JSON_OPTIONAL, &knob->launch_s, error)
         && check_range (at, "launch_s", knob->launch_s >= 0 && knob->launch_s <= MAX_LAUNCH_S,
                         _("seconds from 0 to 1"), error);
}

static gboolean
check_format (const WeftJsonAt *root, GError **error)
{
  const char *format = FORMAT;
  WeftJsonAt member;

  if (!weft_json_at_get_string (root, "format", WEFT_JSON_OPTIONAL, &format, error))
    return FALSE;
  if (g_str_equal (format, FORMAT))
    return TRUE;
  weft_json_at_member (root, "format", &member);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, "\"" FORMAT "\"", error);
}

/**
 * weft_sim_comm_knobs_read: (skip)
 * @node: a document "weft-knobs/1" (data/schema/weft-knobs.schema.json)
 * @error: return location for a %WEFT_JSON_ERROR
 *
 * Reads its member "comm". Sizes hold from "from_bytes" up to "to_bytes"; of several knobs that hold the last counts.
 *
 * Returns: (transfer full) (nullable) (element-type WeftSimCommKnob): the knobs, none without that member
 */
GArray *
weft_sim_comm_knobs_read (JsonNode *node, GError **error)
{
  g_autoptr (GArray) knobs = g_array_new (FALSE, FALSE, sizeof (WeftSimCommKnob));
  WeftJsonAt root, list, at;
  gboolean present;

  weft_json_at_root (&root, node, _("knobs"));
  if (!check_format (&root, error)
      || !weft_json_at_get_array (&root, "comm", WEFT_JSON_OPTIONAL, &list, &present, error))
    return NULL;
  if (present && weft_json_at_length (&list) > MAX_KNOBS)
    {
      weft_json_at_refuse (&list, WEFT_JSON_ERROR_LIMIT, _("at most 100000 elements"), error);
      return NULL;
    }
  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      WeftSimCommKnob knob = { -1, WEFT_SIM_ALGORITHM_AUTO, 0, -1, 0, INFINITY, 1, 0 };

      weft_json_at_element (&list, i, &at);
      if (!weft_json_at_known (&at, members, error) || !read_comm (&at, &knob, error)
          || !read_algorithm (&at, &knob, error) || !read_group (&at, &knob, error)
          || !read_numbers (&at, &knob, error))
        return NULL;
      g_array_append_val (knobs, knob);
    }
  return g_steal_pointer (&knobs);
}
