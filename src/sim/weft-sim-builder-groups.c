/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of ranks, and their collectives: the k-th part of each rank of a group belongs to the group's k-th. */
#include "sim/weft-sim-builder-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- groups --- */

static int
compare_place_cb (gconstpointer a, gconstpointer b)
{
  guint64 one = *(const guint64 *) a;
  guint64 other = *(const guint64 *) b;

  return (one > other) - (one < other);
}

void
weft_sim_builder_add_all (WeftSimBuilder *self)
{
  WeftSimGroup group = { g_strdup ("all"), 0, self->trace->n_ranks };

  if (group.n_ranks == 0 || group.n_ranks > WEFT_MAX_SIM_RANKS)
    {
      g_set_error (&self->bad, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                   _("the trace “%s” has %u ranks; it can have 1 to %u"), self->trace->name, group.n_ranks,
                   WEFT_MAX_SIM_RANKS);
      group.n_ranks = 0;
    }
  for (guint32 r = 0; r < group.n_ranks; r++)
    {
      guint64 place = (guint64) r << 32 | r;

      g_array_append_val (self->members, r);
      g_array_append_val (self->places, place);
    }
  g_array_append_val (self->groups, group);
}

/* Ranks that stand twice are neighbours among sorted places. */
static gboolean
check_places (const WeftSimBuilder *self, const char *name, const guint64 *places, guint32 n, GError **error)
{
  for (guint32 i = 0; i < n; i++)
    {
      guint32 rank = places[i] >> 32;

      if (rank >= self->trace->n_ranks)
        {
          g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                       _("group “%s” has the rank %u; the trace has %u ranks, counted from 0"), name, rank,
                       self->trace->n_ranks);
          return FALSE;
        }
      if (i > 0 && places[i - 1] >> 32 == rank)
        {
          g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID, _("group “%s” has the rank %u twice"), name,
                       rank);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * weft_sim_builder_add_group: (skip)
 * @self: a builder
 * @name: for people
 * @ranks: [@n_ranks] in the order in which rings and trees count them
 * @n_ranks: how many, at least 1
 * @error: return location for a #WeftSimError
 *
 * Returns: index of the group, %WEFT_SIM_NONE with an error for a rank that is not there or twice
 */
guint32
weft_sim_builder_add_group (WeftSimBuilder *self, const char *name, const guint32 *ranks, guint32 n_ranks,
                            GError **error)
{
  WeftSimGroup group = { NULL, self->members->len, n_ranks };
  g_autofree guint64 *places = g_new (guint64, MAX (1, n_ranks));

  if (n_ranks == 0)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID, _("group “%s” has no ranks"), name);
      return WEFT_SIM_NONE;
    }
  for (guint32 i = 0; i < n_ranks; i++)
    places[i] = (guint64) ranks[i] << 32 | i;
  qsort (places, n_ranks, sizeof *places, compare_place_cb);
  if (!check_places (self, name, places, n_ranks, error))
    return WEFT_SIM_NONE;
  group.name = g_strdup (name);
  g_array_append_vals (self->members, ranks, n_ranks);
  g_array_append_vals (self->places, places, n_ranks);
  g_array_append_val (self->groups, group);
  return self->groups->len - 1;
}

/* --- parts --- */

/* Place of a rank in a group, WEFT_SIM_NONE when it is not in it. */
static guint32
find_place (const WeftSimBuilder *self, const WeftSimGroup *group, guint32 rank)
{
  const guint64 *places = &g_array_index (self->places, guint64, group->first);
  guint32 low = 0, high = group->n_ranks;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (places[middle] >> 32 < rank)
        low = middle + 1;
      else
        high = middle;
    }
  return low < group->n_ranks && places[low] >> 32 == rank ? (guint32) places[low] : WEFT_SIM_NONE;
}

static gboolean
is_rooted (guint8 comm)
{
  return comm == WEFT_SIM_BROADCAST || comm == WEFT_SIM_REDUCE || comm == WEFT_SIM_GATHER || comm == WEFT_SIM_SCATTER;
}

gboolean
weft_sim_builder_place_part (WeftSimBuilder *self, guint32 rank, guint32 root, WeftSimPart *part, GError **error)
{
  const WeftSimGroup *group;

  if (part->group >= self->groups->len)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                   _("there is no group number %u: the trace has %u, counted from 0"), part->group,
                   self->groups->len);
      return FALSE;
    }
  if (part->comm >= WEFT_N_SIM_COMMS)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED, _("a collective of kind %u is not known"),
                   part->comm);
      return FALSE;
    }
  group = &g_array_index (self->groups, WeftSimGroup, part->group);
  part->member = find_place (self, group, rank);
  part->root = !is_rooted (part->comm) || root == WEFT_SIM_NONE ? 0 : find_place (self, group, root);
  if (part->member != WEFT_SIM_NONE && part->root != WEFT_SIM_NONE)
    return TRUE;
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               part->member == WEFT_SIM_NONE ? _("the %s is of group “%s”, which does not have the rank %u")
                                             : _("the %s of group “%s” has its root at rank %u, which is not in it"),
               weft_sim_comm_nick (part->comm), group->name, part->member == WEFT_SIM_NONE ? rank : root);
  return FALSE;
}

/* --- collectives --- */

static const WeftSimPart *
part_of (const WeftSimBuilder *self, guint32 task)
{
  return &g_array_index (self->parts, WeftSimPart, self->trace->peer[task]);
}

static gboolean
agrees (const WeftSimBuilder *self, guint32 task, guint32 other)
{
  const WeftSimPart *one = part_of (self, task);
  const WeftSimPart *two = part_of (self, other);

  return one->comm == two->comm && one->root == two->root
         && weft_sim_builder_bytes (self, task) == weft_sim_builder_bytes (self, other);
}

/* "all_reduce of 1048576 bytes", with the root where there is one. (transfer full) */
static char *
part_words (const WeftSimBuilder *self, guint32 task)
{
  const WeftSimPart *part = part_of (self, task);
  const WeftSimGroup *group = &g_array_index (self->groups, WeftSimGroup, part->group);
  g_autofree char *node = weft_sim_trace_task_words (self->trace, task);
  double bytes = weft_sim_builder_bytes (self, task);

  if (!is_rooted (part->comm))
    return g_strdup_printf (_("%s, a %s of %.17g bytes"), node, weft_sim_comm_nick (part->comm), bytes);
  return g_strdup_printf (_("%s, a %s of %.17g bytes with its root at rank %u"), node,
                          weft_sim_comm_nick (part->comm), bytes,
                          g_array_index (self->members, guint32, group->first + part->root));
}

/* The one that stands against the most others is at fault: a member that differs from the first, or the first. */
static gboolean
refuse_mismatch (const WeftSimBuilder *self, const WeftSimGroup *group, const guint32 *tasks, guint32 at,
                 GError **error)
{
  guint32 first = 0, n_as_first = 0, n_as_other = 0;
  g_autofree char *odd = NULL;
  g_autofree char *rest = NULL;

  while (tasks[first] == WEFT_SIM_NONE)
    first++;
  for (guint32 i = 0; i < group->n_ranks; i++)
    if (tasks[i] != WEFT_SIM_NONE)
      {
        n_as_first += agrees (self, tasks[i], tasks[first]);
        n_as_other += agrees (self, tasks[i], tasks[at]);
      }
  odd = part_words (self, tasks[n_as_first < n_as_other ? first : at]);
  rest = part_words (self, tasks[n_as_first < n_as_other ? at : first]);
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_MISMATCH,
               _("the ranks of group “%s” disagree on their collective: %s, does not fit %s. All ranks of a group have "
                 "to make the same collectives in the order of their nodes"),
               group->name, odd, rest);
  return FALSE;
}

static gboolean
refuse_missing (const WeftSimBuilder *self, const WeftSimGroup *group, const guint32 *tasks, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *who = NULL;
  guint32 n_missing = 0;

  for (guint32 i = 0; i < group->n_ranks; i++)
    if (tasks[i] == WEFT_SIM_NONE)
      {
        g_autofree char *name =
          weft_sim_trace_rank_name (self->trace, g_array_index (self->members, guint32, group->first + i));

        if (n_missing++ < WEFT_SIM_MAX_NAMED)
          g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
      }
    else if (who == NULL)
      who = part_words (self, tasks[i]);
  if (n_missing > WEFT_SIM_MAX_NAMED)
    g_string_append (names, ", …");
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNMATCHED,
               _("a collective of group “%s” lacks %u of its %u ranks (%s): %s, would wait for ever"), group->name,
               n_missing, group->n_ranks, names->str, who);
  return FALSE;
}

static gboolean
check_parts (const WeftSimBuilder *self, const WeftSimGroup *group, const guint32 *tasks, GError **error)
{
  guint32 first = WEFT_SIM_NONE;
  gboolean is_whole = TRUE;

  for (guint32 i = 0; i < group->n_ranks; i++)
    {
      is_whole = is_whole && tasks[i] != WEFT_SIM_NONE;
      if (tasks[i] == WEFT_SIM_NONE)
        continue;
      if (first != WEFT_SIM_NONE && !agrees (self, tasks[first], tasks[i]))
        return refuse_mismatch (self, group, tasks, i, error);
      first = first == WEFT_SIM_NONE ? i : first;
    }
  return is_whole || refuse_missing (self, group, tasks, error);
}

/* A collective of a group, whose tasks are not known yet. */
static guint32
begin_collective (WeftSimBuilder *self, GArray *collectives, GArray *tasks, guint32 group)
{
  const guint32 n_ranks = g_array_index (self->groups, WeftSimGroup, group).n_ranks;
  WeftSimCollective collective = { .group = group, .first_task = tasks->len };

  g_array_set_size (tasks, tasks->len + n_ranks);
  for (guint32 i = 0; i < n_ranks; i++)
    g_array_index (tasks, guint32, collective.first_task + i) = WEFT_SIM_NONE;
  g_array_append_val (collectives, collective);
  return collectives->len - 1;
}

/* Collectives that all ranks of a group take part in. The next one lacks somebody: that is refused, and what would come
 * after it takes no room. (transfer full): [groups] */
static guint32 *
count_whole (const WeftSimBuilder *self, guint32 *nth)
{
  guint32 *n_whole = g_new (guint32, self->groups->len);

  for (guint32 i = 0; i < self->trace->n_tasks; i++)
    if (self->trace->kind[i] == WEFT_SIM_COLLECTIVE)
      {
        const WeftSimPart *part = part_of (self, i);

        nth[g_array_index (self->groups, WeftSimGroup, part->group).first + part->member]++;
      }
  for (guint g = 0; g < self->groups->len; g++)
    {
      const WeftSimGroup *group = &g_array_index (self->groups, WeftSimGroup, g);

      n_whole[g] = G_MAXUINT32;
      for (guint32 i = 0; i < group->n_ranks; i++)
        n_whole[g] = MIN (n_whole[g], nth[group->first + i]);
    }
  memset (nth, 0, self->members->len * sizeof *nth);
  return n_whole;
}

/* Deals parts out, rank after rank in the order of ids. @nth: [members of all groups] zeroes: collectives that each has
 * had. @of_group: (element-type GArray): collectives of each group. */
static void
deal_out (WeftSimBuilder *self, GArray *collectives, GArray *tasks, guint32 *nth, GPtrArray *of_group)
{
  g_autofree guint32 *n_whole = count_whole (self, nth);

  for (guint32 i = 0; i < self->trace->n_tasks; i++)
    {
      guint32 task = self->by_id[i];
      const WeftSimPart *part;
      GArray *numbers;
      guint32 *at;

      if (self->trace->kind[task] != WEFT_SIM_COLLECTIVE)
        continue;
      part = part_of (self, task);
      at = &nth[g_array_index (self->groups, WeftSimGroup, part->group).first + part->member];
      numbers = of_group->pdata[part->group];
      if (*at > n_whole[part->group])
        continue;
      if (*at == numbers->len)
        {
          guint32 number = begin_collective (self, collectives, tasks, part->group);

          g_array_append_val (numbers, number);
        }
      g_array_index (tasks, guint32,
                     g_array_index (collectives, WeftSimCollective, g_array_index (numbers, guint32, *at)).first_task
                       + part->member) = task;
      (*at)++;
    }
}

static gboolean
check_all (const WeftSimBuilder *self, GArray *collectives, GArray *tasks, GError **error)
{
  for (guint32 c = 0; c < collectives->len; c++)
    {
      const WeftSimCollective *collective = &g_array_index (collectives, WeftSimCollective, c);

      if (!check_parts (self, &g_array_index (self->groups, WeftSimGroup, collective->group),
                        &g_array_index (tasks, guint32, collective->first_task), error))
        return FALSE;
    }
  return TRUE;
}

/* From here on the peer of a part is its collective. */
static void
set_collectives (WeftSimBuilder *self, GArray *collectives, GArray *tasks)
{
  WeftSimTrace *trace = self->trace;

  for (guint32 c = 0; c < collectives->len; c++)
    {
      WeftSimCollective *collective = &g_array_index (collectives, WeftSimCollective, c);
      const guint32 *of = &g_array_index (tasks, guint32, collective->first_task);
      const WeftSimPart *part = part_of (self, of[0]);

      collective->comm = part->comm;
      collective->root = part->root;
      collective->bytes = weft_sim_builder_bytes (self, of[0]);
      for (guint32 i = 0; i < g_array_index (self->groups, WeftSimGroup, collective->group).n_ranks; i++)
        trace->peer[of[i]] = c;
    }
  trace->n_collectives = collectives->len;
  trace->collectives = (WeftSimCollective *) g_array_free (collectives, FALSE);
  trace->member_task = (guint32 *) g_array_free (tasks, FALSE);
}

gboolean
weft_sim_builder_join_parts (WeftSimBuilder *self, GError **error)
{
  GArray *collectives = g_array_new (FALSE, FALSE, sizeof (WeftSimCollective));
  GArray *tasks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *nth = g_new0 (guint32, MAX (1, self->members->len));
  g_autoptr (GPtrArray) of_group = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint g = 0; self->parts->len > 0 && g < self->groups->len; g++)
    g_ptr_array_add (of_group, g_array_new (FALSE, FALSE, sizeof (guint32)));
  if (self->parts->len > 0)
    deal_out (self, collectives, tasks, nth, of_group);
  if (!check_all (self, collectives, tasks, error))
    {
      g_array_unref (collectives);
      g_array_unref (tasks);
      return FALSE;
    }
  set_collectives (self, collectives, tasks);
  return TRUE;
}
