/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches of parts, and what is known from those that look alike: the iterations of a solver are the same part many
 * times, with tails that differ by a constant. */
#include "mapper/weft-exact-parts-private.h"

#include <math.h>

#define BEAM_WIDTH 4u
/* Differences that come from rounding, as a share. */
#define ROUNDING 1e-12

typedef struct
{
  double *tail_s; /* [members × devices] */
  double least_s;
  guint64 n_states;
  gboolean is_complete;
} Part;

static void
free_part_cb (gpointer data)
{
  Part *part = data;

  g_free (part->tail_s);
  g_free (part);
}

static void
list_members (WeftExactParts *self, const guint64 *done)
{
  self->n_members = 0;
  for (guint32 k = 0; k < self->problem->n; k++)
    {
      guint32 task = self->problem->order[k];

      if ((done[task / 64] >> task % 64 & 1) != 0)
        continue;
      self->members[self->n_members++] = task;
      self->local[task] = self->n_members;
    }
}

static void
forget_members (WeftExactParts *self)
{
  for (guint32 i = 0; i < self->n_members; i++)
    self->local[self->members[i]] = 0;
}

static void
add_word (WeftExactParts *self, guint32 word)
{
  g_byte_array_append (self->words, (const guint8 *) &word, sizeof word);
}

/* All that the search of a part depends on, but the tails: times, and edges inside and from the task before it. */
static GBytes *
describe (WeftExactParts *self, guint32 task, guint device)
{
  const WeftExactProblem *problem = self->problem;
  guint P = problem->n_devices;

  g_byte_array_set_size (self->words, 0);
  add_word (self, device);
  for (guint32 i = 0; i < self->n_members; i++)
    {
      guint32 member = self->members[i];

      g_byte_array_append (self->words, (const guint8 *) (problem->time_s + (gsize) member * P), P * sizeof (double));
      for (guint32 e = problem->pred.first[member]; e < problem->pred.first[member + 1]; e++)
        {
          guint32 pred = problem->pred.task[e];

          if (pred != task && self->local[pred] == 0)
            continue;
          add_word (self, self->local[pred]);
          add_word (self, problem->pred.cost[e]);
        }
      add_word (self, G_MAXUINT32);
    }
  return g_bytes_new (self->words->data, self->words->len);
}

/* How much longer tails are than those of a part that looks alike, at least. @differ: (out): some more than others */
static double
compare_tails (const WeftExactParts *self, const Part *part, const double *tail_s, gboolean *differ)
{
  guint P = self->problem->n_devices;
  double least_s = INFINITY, most_s = -INFINITY, longest_s = 0;

  for (guint32 i = 0; i < self->n_members; i++)
    for (guint p = 0; p < P; p++)
      {
        double now_s = tail_s[(gsize) self->members[i] * P + p];
        double more_s = now_s - part->tail_s[(gsize) i * P + p];

        least_s = MIN (least_s, more_s);
        most_s = MAX (most_s, more_s);
        longest_s = MAX (longest_s, now_s);
      }
  *differ = most_s - least_s > ROUNDING * longest_s;
  return least_s - ROUNDING * longest_s;
}

static Part *
make_part (const WeftExactParts *self, const double *tail_s)
{
  guint P = self->problem->n_devices;
  Part *part = g_new0 (Part, 1);

  part->tail_s = g_new (double, (gsize) self->n_members * P);
  for (guint32 i = 0; i < self->n_members; i++)
    for (guint p = 0; p < P; p++)
      part->tail_s[(gsize) i * P + p] = tail_s[(gsize) self->members[i] * P + p];
  return part;
}

/* A beam finds something to aim at first. */
static void
search_part (WeftExactParts *self, Part *part, const guint64 *done, guint32 task, guint device, const double *tail_s,
             const WeftExactLimits *limits)
{
  WeftExactSearch *search = &self->search;
  guint64 n_before = search->n_states;
  double goal_s;

  search->tail_s = tail_s;
  weft_exact_search_part (search, done, task, device);
  weft_exact_beam (search, BEAM_WIDTH, limits);
  goal_s = search->goal_s;
  weft_exact_search_part (search, done, task, device);
  search->goal_s = goal_s;
  weft_exact_search_aim (search, goal_s);
  part->is_complete = weft_exact_best_first (search, limits, &part->least_s);
  if (part->is_complete && search->goal_s < WEFT_EXACT_NEVER)
    part->least_s = MAX (part->least_s, search->target_s);
  part->n_states = search->n_states - n_before;
}

void
weft_exact_parts_init (WeftExactParts *self, const WeftExactProblem *problem, const WeftExactSymmetry *symmetry)
{
  *self = (WeftExactParts) { .problem = problem };
  self->none_s = g_new0 (double, (gsize) problem->n * problem->n_devices);
  self->known = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, free_part_cb);
  self->local = g_new0 (guint32, problem->n);
  self->members = g_new (guint32, problem->n);
  self->words = g_byte_array_new ();
  weft_exact_search_init (&self->search, problem, NULL, symmetry, self->none_s, self->none_s);
}

void
weft_exact_parts_clear (WeftExactParts *self)
{
  weft_exact_search_clear (&self->search);
  g_hash_table_unref (self->known);
  g_byte_array_unref (self->words);
  g_free (self->none_s);
  g_free (self->local);
  g_free (self->members);
}

double
weft_exact_parts_least (WeftExactParts *self, const guint64 *done, guint32 task, guint device, const double *tail_s,
                        guint64 n_states, const WeftExactLimits *limits)
{
  WeftExactLimits own = *limits;
  GBytes *words;
  Part *known, *part;
  double from_known_s = 0;

  list_members (self, done);
  words = describe (self, task, device);
  known = g_hash_table_lookup (self->known, words);
  if (known != NULL)
    {
      gboolean differ;

      from_known_s = known->least_s + compare_tails (self, known, tail_s, &differ);
      if (!differ && (known->is_complete || n_states <= 2 * known->n_states))
        {
          self->n_open += !known->is_complete;
          forget_members (self);
          g_bytes_unref (words);
          return from_known_s;
        }
    }
  own.max_states = own.n_before + self->search.n_states + n_states;
  if (limits->max_states > 0)
    own.max_states = MIN (own.max_states, limits->max_states);
  part = make_part (self, tail_s);
  search_part (self, part, done, task, device, tail_s, &own);
  self->n_open += !part->is_complete;
  part->least_s = MAX (part->least_s, from_known_s);
  g_hash_table_replace (self->known, words, part);
  forget_members (self);
  return part->least_s;
}
