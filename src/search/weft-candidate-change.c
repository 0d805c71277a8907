/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two candidates in plain words: why a method tries what it tries. */
#include "search/weft-candidate-change-private.h"

#include <string.h>

#include "base/weft-json-write.h"

/* What two candidates do not share. */
typedef struct
{
  WeftProblem *problem;
  guint n_old, n_new;
  WeftChoice old[WEFT_SPACE_MAX_PARTITIONS];
  WeftChoice new[WEFT_SPACE_MAX_PARTITIONS];
} Difference;

static const WeftSpaceUnit *
unit_of (const Difference *self,
         const WeftChoice *part)
{
  return &g_array_index (self->problem->units, WeftSpaceUnit, part->unit);
}

static const char *
chip_of (const Difference *self,
         const WeftChoice *part)
{
  return weft_unit_chip_id (self->problem, unit_of (self, part));
}

static const char *
scaleup_of (const Difference *self,
            const WeftChoice *part)
{
  return weft_unit_scaleup_id (self->problem, unit_of (self, part));
}

static const char *
scaleout_of (const Difference *self,
             const WeftChoice *part)
{
  return weft_unit_scaleout_id (self->problem, unit_of (self, part));
}

static guint
size_of (const Difference *self,
         const WeftChoice *part)
{
  return self->problem->fractions[part->fraction];
}

static void
append_percent (GString *text,
                guint    millionths)
{
  char number[WEFT_DOUBLE_BUFFER];

  g_string_append_printf (text, "%s %%", weft_json_format_double (millionths / 1e4, number));
}

static gboolean
is_same (const WeftChoice *a,
         const WeftChoice *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

static gboolean
is_same_kind (const WeftChoice *a,
              const WeftChoice *b)
{
  return a->unit == b->unit && a->role == b->role;
}

static void
find_difference (Difference          *self,
                 WeftProblem         *problem,
                 const WeftCandidate *from,
                 const WeftCandidate *to)
{
  gboolean met[WEFT_SPACE_MAX_PARTITIONS] = { FALSE };

  memset (self, 0, sizeof *self);
  self->problem = problem;
  for (guint i = 0; i < from->n; i++)
    {
      guint j = 0;

      while (j < to->n && (met[j] || !is_same (&from->parts[i], &to->parts[j])))
        j++;
      if (j < to->n)
        met[j] = TRUE;
      else
        self->old[self->n_old++] = from->parts[i];
    }
  for (guint j = 0; j < to->n; j++)
    if (!met[j])
      self->new[self->n_new++] = to->parts[j];
}

/* --- one change each; FALSE when it is not that --- */

static void
tell_connection (const Difference *self,
                 const WeftChoice *old,
                 const WeftChoice *new,
                 GString          *text)
{
  const char *comma = "";

  g_string_append_printf (text, "connected %s by ", chip_of (self, new));
  if (unit_of (self, old)->scaleup != unit_of (self, new)->scaleup)
    {
      g_string_append_printf (text, "%s instead of %s", scaleup_of (self, new), scaleup_of (self, old));
      comma = " and ";
    }
  if (unit_of (self, old)->scaleout != unit_of (self, new)->scaleout)
    g_string_append_printf (text, "%s%s instead of %s", comma, scaleout_of (self, new),
                            scaleout_of (self, old));
}

/* Partitions that became others of the same size, each in turn. */
static gboolean
tell_replaced (const Difference *self,
               GString          *text)
{
  if (self->n_old != self->n_new)
    return FALSE;
  for (guint i = 0; i < self->n_old; i++)
    if (self->old[i].fraction != self->new[i].fraction)
      return FALSE;

  for (guint i = 0; i < self->n_old; i++)
    {
      const WeftChoice *old = &self->old[i];
      const WeftChoice *new = &self->new[i];

      g_string_append (text, i > 0 ? "; " : "");
      if (unit_of (self, old)->chip != unit_of (self, new)->chip)
        g_string_append_printf (text, "replaced %s by %s", chip_of (self, old), chip_of (self, new));
      else if (old->unit != new->unit)
        tell_connection (self, old, new, text);
      else
        g_string_append_printf (text, "used %s", chip_of (self, new));
      if (old->role != new->role)
        g_string_append_printf (text, " as %s instead of %s", weft_role_nick (new->role),
                                weft_role_nick (old->role));
      g_string_append (text, " on ");
      append_percent (text, size_of (self, new));
    }
  g_string_append (text, " of the budget");
  return TRUE;
}

/* Two partitions of the same kinds as before, with other fractions. */
static gboolean
tell_moved (const Difference *self,
            GString          *text)
{
  guint other, before, after;
  gboolean grew;

  if (self->n_old != 2 || self->n_new != 2)
    return FALSE;
  other = is_same_kind (&self->old[0], &self->new[0]) && is_same_kind (&self->old[1], &self->new[1])
            ? 0
            : 1;
  if (!is_same_kind (&self->old[0], &self->new[other])
      || !is_same_kind (&self->old[1], &self->new[1 - other]))
    return FALSE;

  before = size_of (self, &self->old[0]);
  after = size_of (self, &self->new[other]);
  grew = after > before;
  g_string_append (text, "moved ");
  append_percent (text, grew ? after - before : before - after);
  g_string_append_printf (text, " of the budget from %s to %s", chip_of (self, &self->old[grew ? 1 : 0]),
                          chip_of (self, &self->old[grew ? 0 : 1]));
  return TRUE;
}

static gboolean
tell_added (const Difference *self,
            GString          *text)
{
  const WeftChoice *added;

  if (self->n_old != 1 || self->n_new != 2)
    return FALSE;
  if (is_same_kind (&self->old[0], &self->new[0]))
    added = &self->new[1];
  else if (is_same_kind (&self->old[0], &self->new[1]))
    added = &self->new[0];
  else
    return FALSE;

  g_string_append (text, "took ");
  append_percent (text, size_of (self, added));
  g_string_append_printf (text, " of the budget from %s for a partition of %s with %s and %s as %s",
                          chip_of (self, &self->old[0]), chip_of (self, added),
                          scaleup_of (self, added), scaleout_of (self, added),
                          weft_role_nick (added->role));
  return TRUE;
}

static gboolean
tell_removed (const Difference *self,
              GString          *text)
{
  const WeftChoice *gone;

  if (self->n_old != 2 || self->n_new != 1)
    return FALSE;
  if (is_same_kind (&self->new[0], &self->old[0]))
    gone = &self->old[1];
  else if (is_same_kind (&self->new[0], &self->old[1]))
    gone = &self->old[0];
  else
    return FALSE;

  g_string_append_printf (text, "dropped the partition of %s and gave its ", chip_of (self, gone));
  append_percent (text, size_of (self, gone));
  g_string_append_printf (text, " to %s", chip_of (self, &self->new[0]));
  return TRUE;
}

static void
tell_parts (const Difference *self,
            const WeftChoice *parts,
            guint             n,
            GString          *text)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_percent (text, size_of (self, &parts[i]));
      g_string_append_printf (text, " %s as %s", chip_of (self, &parts[i]),
                              weft_role_nick (parts[i].role));
    }
}

/* --- public API --- */

/**
 * weft_candidate_describe_change: (skip)
 * @problem: the problem of both
 * @from: a sorted candidate
 * @to: another one
 * @buffer: (out): room for WEFT_REASON_BYTES: "moved 5 % of the budget from B200 to WSE3s"
 *
 * Cut to its room at a whole character.
 */
void
weft_candidate_describe_change (WeftProblem         *problem,
                                const WeftCandidate *from,
                                const WeftCandidate *to,
                                char                *buffer)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *end;
  Difference difference;

  find_difference (&difference, problem, from, to);
  if (difference.n_old == 0 && difference.n_new == 0)
    g_string_append (text, "changed nothing");
  else if (!tell_replaced (&difference, text) && !tell_moved (&difference, text)
           && !tell_added (&difference, text) && !tell_removed (&difference, text))
    {
      g_string_append (text, "replaced ");
      tell_parts (&difference, difference.old, difference.n_old, text);
      g_string_append (text, " by ");
      tell_parts (&difference, difference.new, difference.n_new, text);
    }

  g_strlcpy (buffer, text->str, WEFT_REASON_BYTES);
  if (!g_utf8_validate (buffer, -1, &end))
    buffer[end - buffer] = '\0';
}
