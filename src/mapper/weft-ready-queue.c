/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks by priority: kept in order while they are few, then sorted by counting eleven bits at a time. */
#include "mapper/weft-ready-queue-private.h"

#include <string.h>

#define DIGIT_BITS 11u
#define N_DIGITS 6u
#define N_VALUES (1u << DIGIT_BITS)

/* Keys and the tasks that they are of. */
typedef struct
{
  guint64 *keys;
  guint32 *tasks;
} Column;

/* --- sorting all --- */

/* A number that is the smaller the larger the priority is. */
static guint64
key_of (double priority)
{
  const guint64 sign = (guint64) 1 << 63;
  guint64 bits;

  priority += 0.0; /* -0 is 0 */
  memcpy (&bits, &priority, sizeof bits);
  return (bits & sign) != 0 ? bits : ~(bits | sign);
}

static inline guint
digit_of (guint64 key, guint digit)
{
  return key >> (digit * DIGIT_BITS) & (N_VALUES - 1);
}

/* One pass of counting: stable, so that what was sorted before stays so where this digit is equal. */
static void
deal_out (const Column *from, Column *to, guint32 n, guint digit, guint32 *count)
{
  guint32 sum = 0;

  for (guint v = 0; v < N_VALUES; v++)
    {
      guint32 n_here = count[v];

      count[v] = sum;
      sum += n_here;
    }
  for (guint32 i = 0; i < n; i++)
    {
      guint32 place = count[digit_of (from->keys[i], digit)]++;

      to->keys[place] = from->keys[i];
      to->tasks[place] = from->tasks[i];
    }
}

/* Sorts @a by way of @b; they may change places. */
static void
sort_keys (Column *a, Column *b, guint32 n)
{
  g_autofree guint32 *counts = g_new0 (guint32, N_DIGITS * N_VALUES);

  for (guint32 i = 0; i < n; i++)
    for (guint digit = 0; digit < N_DIGITS; digit++)
      counts[digit * N_VALUES + digit_of (a->keys[i], digit)]++;
  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      guint32 *count = counts + digit * N_VALUES;
      Column sorted = *b;

      /* Where all are equal there is nothing to sort. */
      if (count[digit_of (a->keys[0], digit)] == n)
        continue;
      deal_out (a, b, n, digit, count);
      *b = *a;
      *a = sorted;
    }
}

static void
sort_tasks (WeftReadyQueue *self)
{
  guint32 n = self->n_tasks;
  Column a = { g_new (guint64, n), g_new (guint32, n) };
  Column b = { g_new (guint64, n), g_new (guint32, n) };

  for (guint32 i = 0; i < n; i++)
    {
      a.keys[i] = key_of (self->priority[i]);
      a.tasks[i] = i;
    }
  sort_keys (&a, &b, n);
  g_free (a.keys);
  g_free (b.keys);
  self->task_at = a.tasks;
  self->place_of = b.tasks;
  for (guint32 k = 0; k < n; k++)
    self->place_of[self->task_at[k]] = k;
}

static void
make_bits (WeftReadyQueue *self)
{
  gsize n_words = self->n_tasks;

  do
    {
      n_words = (n_words + 63) / 64;
      self->bits[self->n_levels++] = g_new0 (guint64, n_words);
    }
  while (n_words > 1);
}

/* --- many --- */

static inline void
set_bit (WeftReadyQueue *self, guint32 task)
{
  guint32 at = self->place_of != NULL ? self->place_of[task] : task;

  for (guint level = 0; level < self->n_levels; level++, at /= 64)
    self->bits[level][at / 64] |= (guint64) 1 << at % 64;
}

static inline guint32
take_bit (WeftReadyQueue *self)
{
  guint32 at = 0;
  guint32 first;

  for (guint level = self->n_levels; level > 0; level--)
    at = at * 64 + (guint32) __builtin_ctzll (self->bits[level - 1][at]);
  first = at;
  for (guint level = 0; level < self->n_levels; level++, at /= 64)
    if ((self->bits[level][at / 64] &= ~((guint64) 1 << at % 64)) != 0)
      break;
  return self->task_at != NULL ? self->task_at[first] : first;
}

static void
sort_all (WeftReadyQueue *self)
{
  if (self->priority != NULL)
    sort_tasks (self);
  make_bits (self);
  for (guint i = 0; i < self->n_ready; i++)
    set_bit (self, self->few[i]);
  self->is_sorted = TRUE;
}

/* --- few --- */

static inline gboolean
comes_before (const WeftReadyQueue *self, guint32 a, guint32 b)
{
  const double *priority = self->priority;

  if (priority != NULL && priority[a] != priority[b])
    return priority[a] > priority[b];
  return a < b;
}

static inline void
keep_in_order (WeftReadyQueue *self, guint32 task)
{
  guint at = self->n_ready;

  for (; at > 0 && comes_before (self, self->few[at - 1], task); at--)
    self->few[at] = self->few[at - 1];
  self->few[at] = task;
}

/* --- the queue --- */

void
weft_ready_queue_init (WeftReadyQueue *self, guint32 n_tasks, const double *priority)
{
  *self = (WeftReadyQueue) { .priority = priority, .n_tasks = n_tasks };
}

void
weft_ready_queue_clear (WeftReadyQueue *self)
{
  for (guint level = 0; level < self->n_levels; level++)
    g_free (self->bits[level]);
  g_free (self->task_at);
  g_free (self->place_of);
  *self = (WeftReadyQueue) { 0 };
}

void
weft_ready_queue_push (WeftReadyQueue *self, guint32 task)
{
  if (!self->is_sorted && self->n_ready == WEFT_READY_FEW)
    sort_all (self);
  if (self->is_sorted)
    set_bit (self, task);
  else
    keep_in_order (self, task);
  self->n_ready++;
}

guint32
weft_ready_queue_pop (WeftReadyQueue *self)
{
  self->n_ready--;
  return self->is_sorted ? take_bit (self) : self->few[self->n_ready];
}
