/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps give the same results on any number of threads, each worker keeps its own state, and a map can be ended. */
#include "base/weft-executor.h"

#include <string.h>

/* Work that counts what becomes of its workers' states. */
typedef struct
{
  guint factor;
  guint n_begun;   /* atomic */
  guint n_ended;   /* atomic */
  guint n_worked;  /* atomic */
  guint n_overlap; /* atomic: two items at once with one state */
  guint cancel_at; /* items after which the cancellable is cancelled, 0 for never */
  GCancellable *cancellable;
} Toy;

typedef struct
{
  Toy *toy;
  guint in_use; /* atomic */
  guint n_items;
} ToyState;

typedef struct
{
  guint64 square;
  guint32 number;
  guint32 factor;
} ToyResult;

static gpointer
toy_begin (gpointer data)
{
  Toy *toy = data;
  ToyState *state = g_new0 (ToyState, 1);

  state->toy = toy;
  g_atomic_int_inc (&toy->n_begun);
  return state;
}

static void
toy_end (gpointer data)
{
  ToyState *state = data;

  g_atomic_int_inc (&state->toy->n_ended);
  g_free (state);
}

static void
toy_work (gpointer data, gconstpointer item, gpointer result, gpointer work_data)
{
  Toy *toy = work_data;
  ToyState *state = data;
  const guint32 *number = item;
  ToyResult *answer = result;

  if (!g_atomic_int_compare_and_exchange ((gint *) &state->in_use, 0, 1))
    g_atomic_int_inc (&toy->n_overlap);
  state->n_items++;
  *answer = (ToyResult) { (guint64) *number * *number, *number, toy->factor };
  g_atomic_int_set (&state->in_use, 0);
  if ((guint) g_atomic_int_add (&toy->n_worked, 1) + 1 == toy->cancel_at)
    g_cancellable_cancel (toy->cancellable);
}

static WeftWork
toy_as_work (Toy *toy)
{
  return (WeftWork) { sizeof (guint32), sizeof (ToyResult), toy_begin, toy_work, toy_end, toy };
}

static WeftExecutor *
executor_with (guint n_threads, Toy *toy)
{
  WeftExecutor *executor = weft_executor_new_threads (n_threads);
  WeftWork work = toy_as_work (toy);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_executor_set_work (executor, &work, NULL, &error));
  g_assert_no_error (error);
  return executor;
}

static guint32 *
numbers (guint n)
{
  guint32 *items = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    items[i] = i * 2654435761u;
  return items;
}

static void
assert_mapped (WeftExecutor *executor, guint n, guint factor)
{
  g_autofree guint32 *items = numbers (n);
  g_autofree ToyResult *results = g_new0 (ToyResult, n);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_executor_map (executor, items, results, n, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (results[i].number, ==, items[i]);
      g_assert_cmpuint (results[i].square, ==, (guint64) items[i] * items[i]);
      g_assert_cmpuint (results[i].factor, ==, factor);
    }
}

static const guint thread_counts[] = { 1, 2, 7 };

static void
test_results (void)
{
  static const guint sizes[] = { 1, 2, 3, 6, 7, 8, 63, 64, 65, 1000, 20011 };

  for (guint t = 0; t < G_N_ELEMENTS (thread_counts); t++)
    {
      Toy toy = { .factor = 3 };
      g_autoptr (WeftExecutor) executor = executor_with (thread_counts[t], &toy);
      guint total = 0;

      g_assert_cmpuint (weft_executor_n_workers (executor), ==, thread_counts[t]);
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        {
          assert_mapped (executor, sizes[i], 3);
          total += sizes[i];
        }
      g_assert_cmpuint (toy.n_worked, ==, total);
    }
}

static void
test_nothing (void)
{
  Toy toy = { .factor = 1 };
  g_autoptr (WeftExecutor) executor = executor_with (2, &toy);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_executor_map (executor, NULL, NULL, 0, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (toy.n_begun, ==, 0);
}

static void
test_without_work (void)
{
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (0);
  g_autoptr (GError) error = NULL;
  guint32 item = 1;
  ToyResult result;

  g_assert_cmpuint (weft_executor_n_workers (executor), ==, g_get_num_processors ());
  g_assert_false (weft_executor_map (executor, &item, &result, 1, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED);
}

/* Kept over maps, one a worker, never used by two at once, and freed in the end. */
static void
test_states (void)
{
  for (guint t = 0; t < G_N_ELEMENTS (thread_counts); t++)
    {
      Toy toy = { .factor = 5 };
      WeftExecutor *executor = executor_with (thread_counts[t], &toy);

      for (guint i = 0; i < 200; i++)
        assert_mapped (executor, 1 + i, 5);
      g_assert_cmpuint (toy.n_begun, >=, 1);
      g_assert_cmpuint (toy.n_begun, <=, thread_counts[t]);
      g_assert_cmpuint (toy.n_ended, ==, 0);
      g_assert_cmpuint (toy.n_overlap, ==, 0);
      g_object_unref (executor);
      g_assert_cmpuint (toy.n_ended, ==, toy.n_begun);
    }
}

/* All workers take part: each waits until the others are there too. */
static void
meet (gpointer state, gconstpointer item, gpointer result, gpointer data)
{
  guint *n_there = data;

  g_atomic_int_inc (n_there);
  while (g_atomic_int_get (n_there) < 4)
    g_usleep (100);
  *(guint32 *) result = *(const guint32 *) item;
}

static void
test_at_once (void)
{
  guint n_there = 0;
  WeftWork work = { sizeof (guint32), sizeof (guint32), NULL, meet, NULL, &n_there };
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (4);
  guint32 items[4] = { 1, 2, 3, 4 };
  guint32 results[4] = { 0 };

  g_assert_true (weft_executor_set_work (executor, &work, NULL, NULL));
  g_assert_true (weft_executor_map (executor, items, results, 4, NULL, NULL));
  g_assert_cmpmem (items, sizeof items, results, sizeof results);
}

static void
test_new_work (void)
{
  Toy first = { .factor = 1 };
  Toy second = { .factor = 2 };
  g_autoptr (WeftExecutor) executor = executor_with (2, &first);
  WeftWork work = toy_as_work (&second);

  assert_mapped (executor, 1000, 1);
  g_assert_true (weft_executor_set_work (executor, &work, NULL, NULL));
  g_assert_cmpuint (first.n_ended, ==, first.n_begun);
  assert_mapped (executor, 1000, 2);
  g_assert_cmpuint (first.n_worked, ==, 1000);
  g_assert_cmpuint (second.n_worked, ==, 1000);
}

/* Once cancelled, each worker ends the item that it is at and takes no other. */
static void
test_cancel (void)
{
  for (guint t = 0; t < G_N_ELEMENTS (thread_counts); t++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Toy toy = { .factor = 1, .cancel_at = 100, .cancellable = cancellable };
      g_autoptr (WeftExecutor) executor = executor_with (thread_counts[t], &toy);
      g_autofree guint32 *items = numbers (1000000);
      g_autofree ToyResult *results = g_new0 (ToyResult, 1000000);
      g_autoptr (GError) error = NULL;

      g_assert_false (weft_executor_map (executor, items, results, 1000000, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (toy.n_worked, <, 1000000);
      if (thread_counts[t] == 1)
        g_assert_cmpuint (toy.n_worked, ==, 100);
      g_clear_error (&error);
      g_assert_false (weft_executor_map (executor, items, results, 1, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      assert_mapped (executor, 1000, 1);
    }
}

/* Threads that are only about to start, or to sleep, lose nothing. */
static void
test_dropped (void)
{
  for (guint i = 0; i < 300; i++)
    {
      Toy toy = { .factor = i };
      WeftExecutor *executor = executor_with (7, &toy);

      if (i % 3 != 0)
        assert_mapped (executor, i, i);
      g_object_unref (executor);
      g_assert_cmpuint (toy.n_ended, ==, toy.n_begun);
    }
}

/* Maps from two threads on one executor come one after the other. */
static gpointer
map_often (gpointer executor)
{
  for (guint i = 0; i < 100; i++)
    assert_mapped (executor, 50 + i, 9);
  return NULL;
}

static void
test_two_callers (void)
{
  Toy toy = { .factor = 9 };
  g_autoptr (WeftExecutor) executor = executor_with (3, &toy);
  GThread *other = g_thread_new ("other", map_often, executor);

  map_often (executor);
  g_thread_join (other);
  g_assert_cmpuint (toy.n_overlap, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/executor/results", test_results);
  g_test_add_func ("/executor/nothing", test_nothing);
  g_test_add_func ("/executor/without-work", test_without_work);
  g_test_add_func ("/executor/states", test_states);
  g_test_add_func ("/executor/at-once", test_at_once);
  g_test_add_func ("/executor/new-work", test_new_work);
  g_test_add_func ("/executor/cancel", test_cancel);
  g_test_add_func ("/executor/dropped", test_dropped);
  g_test_add_func ("/executor/two-callers", test_two_callers);
  return g_test_run ();
}
