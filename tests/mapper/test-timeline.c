/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Idle times against a list of busy ones that is read from its beginning each time, with and without tasks that take
 * no time; and the queue of ready tasks against a search through all. */
#include "mapper/weft-ready-queue-private.h"
#include "mapper/weft-timeline-private.h"

typedef struct
{
  double begin_s;
  double end_s;
} Busy;

static double
find_plainly (GArray *busy, double ready_s, double time_s)
{
  double idle_s = 0;

  for (guint i = 0; i < busy->len; i++)
    {
      const Busy *at = &g_array_index (busy, Busy, i);
      double start_s = MAX (ready_s, idle_s);

      if (start_s + time_s <= at->begin_s)
        return start_s;
      idle_s = at->end_s;
    }
  return MAX (ready_s, idle_s);
}

static void
take_plainly (GArray *busy, double start_s, double time_s)
{
  Busy taken = { start_s, start_s + time_s };
  guint at = 0;

  while (at < busy->len
         && (g_array_index (busy, Busy, at).begin_s < start_s
             || (g_array_index (busy, Busy, at).begin_s == start_s && g_array_index (busy, Busy, at).end_s <= start_s)))
    at++;
  g_array_insert_val (busy, at, taken);
}

static void
check_sequence (GRand *rand, guint n_tasks, double zero_share, gboolean is_whole, gboolean appends)
{
  g_autoptr (GArray) busy = g_array_new (FALSE, FALSE, sizeof (Busy));
  WeftTimeline timeline;
  double horizon_s = 0;

  weft_timeline_init (&timeline, zero_share > 0);
  for (guint i = 0; i < n_tasks; i++)
    {
      double ready_s = g_rand_double_range (rand, 0, horizon_s * 1.1 + 5);
      double time_s = g_rand_double (rand) < zero_share ? 0 : g_rand_double_range (rand, 1, 9);
      double start_s;

      if (is_whole)
        {
          ready_s = (int) ready_s;
          time_s = (int) time_s;
        }
      if (appends && g_rand_boolean (rand))
        ready_s = MAX (ready_s, timeline.tail_s + (int) g_rand_double_range (rand, 0, 4));
      start_s = weft_timeline_find (&timeline, ready_s, time_s);
      g_assert_cmpfloat (start_s, ==, find_plainly (busy, ready_s, time_s));
      weft_timeline_take (&timeline, start_s, time_s);
      take_plainly (busy, start_s, time_s);
      horizon_s = MAX (horizon_s, start_s + time_s);
      g_assert_cmpfloat (timeline.tail_s, ==, horizon_s);
    }
  weft_timeline_clear (&timeline);
}

static void
test_timeline (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 2000; i++)
    check_sequence (rand, g_rand_int_range (rand, 1, 60), i % 3 * 0.3, i % 2, i % 5 == 0);
}

/* More gaps than a chunk holds, filled and split again. */
static void
test_chunks (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 12; i++)
    check_sequence (rand, 1500, i % 3 * 0.2, i % 2, TRUE);
}

/* The example of the paper's insertion: at the beginning, in the middle, not where it is too short by a little. */
static void
test_insertion (void)
{
  WeftTimeline timeline;

  weft_timeline_init (&timeline, FALSE);
  weft_timeline_take (&timeline, 10, 5);
  weft_timeline_take (&timeline, 18, 2);
  g_assert_cmpfloat (weft_timeline_find (&timeline, 0, 10), ==, 0);
  g_assert_cmpfloat (weft_timeline_find (&timeline, 1, 9.5), ==, 20);
  g_assert_cmpfloat (weft_timeline_find (&timeline, 0, 3), ==, 0);
  g_assert_cmpfloat (weft_timeline_find (&timeline, 8, 3), ==, 15);
  g_assert_cmpfloat (weft_timeline_find (&timeline, 16, 2), ==, 16);
  g_assert_cmpfloat (weft_timeline_find (&timeline, 16, 2.5), ==, 20);
  weft_timeline_clear (&timeline);
}

/* --- the queue --- */

static guint32
first_plainly (const guint8 *is_ready, const double *priority, guint32 n)
{
  guint32 first = G_MAXUINT32;

  for (guint32 i = 0; i < n; i++)
    if (is_ready[i] && (first == G_MAXUINT32 || (priority != NULL && priority[i] > priority[first])))
      first = i;
  return first;
}

static void
check_queue (GRand *rand, guint32 n, gboolean has_priority, guint n_values)
{
  g_autofree double *priority = g_new (double, n);
  g_autofree guint8 *is_ready = g_new0 (guint8, n);
  WeftReadyQueue queue;
  guint32 n_pushed = 0;

  for (guint32 i = 0; i < n; i++)
    priority[i] = (int) g_rand_int_range (rand, -5, n_values) * 0.1;
  weft_ready_queue_init (&queue, n, has_priority ? priority : NULL);
  while (n_pushed < n || queue.n_ready > 0)
    if (n_pushed < n && (queue.n_ready == 0 || g_rand_int_range (rand, 0, 5) < 3))
      {
        is_ready[n_pushed] = TRUE;
        weft_ready_queue_push (&queue, n_pushed++);
      }
    else
      {
        guint32 task = weft_ready_queue_pop (&queue);

        g_assert_cmpuint (task, ==, first_plainly (is_ready, has_priority ? priority : NULL, n));
        is_ready[task] = FALSE;
        g_assert_cmpuint (weft_ready_queue_ahead (&queue, task, 3), <, n);
      }
  weft_ready_queue_clear (&queue);
}

static void
test_queue (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (13);

  for (guint i = 0; i < 200; i++)
    check_queue (rand, g_rand_int_range (rand, 1, 300), i % 4 != 0, i % 3 == 0 ? 3 : 100000);
  check_queue (rand, 5000, TRUE, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline/insertion", test_insertion);
  g_test_add_func ("/timeline/random", test_timeline);
  g_test_add_func ("/timeline/chunks", test_chunks);
  g_test_add_func ("/timeline/queue", test_queue);
  return g_test_run ();
}
