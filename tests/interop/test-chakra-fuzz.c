/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutations of good Chakra traces: either an error with words, or a trace that holds together and can be written and
 * read again. WEFT_TEST_FUZZ_ROUNDS makes it longer. */
#include <stdlib.h>

#include "base/weft-random.h"
#include "chakra-case.h"
#include "trace-equal.h"

#define N_RANKS 4

/* --- good files --- */

typedef struct
{
  Bytes *file[N_RANKS];
} Seed;

static void
load_xf_tiny (Seed *seed)
{
  for (guint r = 0; r < N_RANKS; r++)
    {
      g_autofree char *name = g_strdup_printf ("xf_tiny.%u.et", r);
      g_autofree char *path = data_path (name);
      char *bytes;
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      seed->file[r] = g_byte_array_new_take ((guint8 *) bytes, length);
    }
}

static void
put_metadata (Bytes *file)
{
  Bytes *node = node_new (90, "## process_group:init ##", WEFT_CHAKRA_METADATA);
  g_autoptr (Bytes) inputs = g_byte_array_new ();

  put_text (inputs, 1, "['[{\"pg_name\": \"5\", \"ranks\": [0, 2]}, {\"pg_name\": \"6\", \"ranks\": [1, 3]}]']");
  put_bytes (node, 8, inputs->data, inputs->len);
  put_node (file, node);
}

static Bytes *
make_rank (guint r)
{
  Bytes *file = file_new ();
  Bytes *compute = compute_new (1, "a", 7);
  Bytes *grouped = collective_new (2, "ag", 2, 4096);
  Bytes *load = load_new (3, 123);

  put_metadata (file);
  add_integer (compute, "duration_ns", SINT64_VAL, 6543);
  add_integer (compute, "is_cpu_op", BOOL_VAL, r == 0);
  put_node (file, compute);
  add_string (grouped, "pg_name", r % 2 == 0 ? "5" : "6");
  add_dep (grouped, 1);
  put_node (file, grouped);
  add_dep (load, 2);
  put_node (file, load);
  put_node (file, send_new (4, (r + 1) % N_RANKS, 17, 100));
  put_node (file, recv_new (5, (r + N_RANKS - 1) % N_RANKS, 17, 100));
  put_node (file, collective_new (6, "bcast", 5, 300));
  return file;
}

static void
make_mixed (Seed *seed)
{
  for (guint r = 0; r < N_RANKS; r++)
    seed->file[r] = make_rank (r);
}

/* A file as this program writes it, with its own attributes. */
static void
make_written (Seed *seed)
{
  Case written;
  Seed mixed;
  g_autofree char *prefix = NULL;
  g_autoptr (WeftSimTrace) trace = NULL;

  set_up (&written, NULL);
  give_memory (&written, WEFT_SIM_QUEUE_FAIR);
  make_mixed (&mixed);
  for (guint r = 0; r < N_RANKS; r++)
    put_rank (written.folder, r, mixed.file[r]);
  trace = read_good (&written);
  prefix = g_build_filename (written.folder, "t", NULL);
  g_assert_true (weft_chakra_write (trace, prefix, NULL, NULL));
  for (guint r = 0; r < N_RANKS; r++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u.et", prefix, r);
      char *bytes;
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      seed->file[r] = g_byte_array_new_take ((guint8 *) bytes, length);
    }
  tear_down (&written, NULL);
}

/* --- mutations --- */

static const guint64 numbers[] = { 0, 1, 2, 3, 7, 9, 127, 128, 300, 16384, 0x7fffffff, 0x80000000, 0xffffffff,
                                   G_MAXINT64, (guint64) G_MAXINT64 + 1, G_MAXUINT64 };

static void
insert (Bytes *bytes, guint at, const guint8 *more, guint n)
{
  g_autofree guint8 *copy = g_memdup2 (more, n);
  guint old = bytes->len;

  if (n == 0)
    return;
  g_byte_array_set_size (bytes, old + n);
  memmove (bytes->data + at + n, bytes->data + at, old - at);
  memcpy (bytes->data + at, copy, n);
}

static void
mutate (Bytes *bytes, WeftRandom *random)
{
  guint at = weft_random_below (random, bytes->len + 1);
  guint n = weft_random_below (random, 40);
  g_autoptr (Bytes) number = g_byte_array_new ();

  n = MIN (n, bytes->len - at);
  put_varint (number, numbers[weft_random_below (random, G_N_ELEMENTS (numbers))]);
  switch (weft_random_below (random, 8))
    {
    case 0:
      g_byte_array_set_size (bytes, at);
      break;
    case 1:
      g_byte_array_remove_range (bytes, at, n);
      break;
    case 2:
      insert (bytes, at, bytes->data + at, n);
      break;
    case 3:
      insert (bytes, at, number->data, number->len);
      break;
    case 4:
      for (guint i = 0; i < number->len && at + i < bytes->len; i++)
        bytes->data[at + i] = number->data[i];
      break;
    case 5:
      if (at < bytes->len)
        bytes->data[at] ^= 1 << weft_random_below (random, 8);
      break;
    default:
      if (at < bytes->len)
        bytes->data[at] = weft_random_below (random, 256);
    }
}

/* Takes away, doubles or moves a whole record, which leaves the rest readable. */
static void
mutate_record (Bytes *bytes, WeftRandom *random)
{
  guint at = 0, skip = weft_random_below (random, 20);

  while (skip-- > 0 && at < bytes->len && bytes->data[at] < 0x80 && at + 1 + bytes->data[at] < bytes->len)
    at += 1 + bytes->data[at];
  if (at >= bytes->len || bytes->data[at] >= 0x80 || at + 1 + bytes->data[at] > bytes->len)
    return;
  if (weft_random_below (random, 2) == 0)
    g_byte_array_remove_range (bytes, at, 1 + bytes->data[at]);
  else
    insert (bytes, at, bytes->data + at, 1 + bytes->data[at]);
}

/* --- what comes of it --- */

static void
check_trace (const WeftSimTrace *trace)
{
  g_assert_cmpuint (trace->n_ranks, ==, N_RANKS);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      const WeftSimCost *cost = cost_of (trace, i);

      g_assert_cmpuint (trace->kind[i], <, WEFT_N_SIM_KINDS);
      g_assert_cmpuint (trace->rank[i], <, N_RANKS);
      g_assert_true (cost->compute_s >= 0 && cost->memory_s >= 0 && cost->launch_s >= 0 && cost->bytes >= 0);
      if (trace->kind[i] == WEFT_SIM_RECV)
        g_assert_cmpuint (trace->peer[trace->peer[i]], ==, i);
      if (trace->kind[i] == WEFT_SIM_COLLECTIVE)
        g_assert_cmpuint (trace->peer[i], <, trace->n_collectives);
      for (guint32 e = trace->first_succ[i]; e < trace->first_succ[i + 1]; e++)
        g_assert_cmpuint (trace->rank[trace->succ[e]], ==, trace->rank[i]);
    }
}

static void
check_again (const WeftSimTrace *trace)
{
  Case written;
  g_autofree char *prefix = NULL;
  g_autoptr (WeftSimTrace) again = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&written, NULL);
  prefix = g_build_filename (written.folder, "t", NULL);
  g_assert_true (weft_chakra_write (trace, prefix, NULL, &error));
  g_assert_no_error (error);
  again = read_good (&written);
  check_same_trace (trace, again);
  tear_down (&written, NULL);
}

static void
run_round (Case *self, const Seed *seed, WeftRandom *random, guint *n_read)
{
  guint victim = weft_random_below (random, N_RANKS);
  gboolean by_record = weft_random_below (random, 4) == 0;
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  for (guint r = 0; r < N_RANKS; r++)
    {
      Bytes *bytes = g_byte_array_new ();

      g_byte_array_append (bytes, seed->file[r]->data, seed->file[r]->len);
      for (guint m = r == victim ? weft_random_below (random, 3) : 3; m < 3; m++)
        (by_record ? mutate_record : mutate) (bytes, random);
      put_rank (self->folder, r, bytes);
    }
  self->options.use_roofline = weft_random_below (random, 4) == 0;
  trace = read_case (self, &error);
  g_assert_true ((trace != NULL) == (error == NULL));
  if (trace == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  (*n_read)++;
  check_trace (trace);
  if (weft_random_below (random, 4) == 0)
    check_again (trace);
}

static void
test_mutations (Case *self, gconstpointer data)
{
  static const guint32 ranks[] = { 0, 1, 2, 3 };
  const char *rounds = g_getenv ("WEFT_TEST_FUZZ_ROUNDS");
  guint n_rounds = rounds != NULL ? atoi (rounds) : 6000;
  guint n_read = 0;
  Seed seeds[3];
  WeftRandom random;

  load_xf_tiny (&seeds[0]);
  make_mixed (&seeds[1]);
  make_written (&seeds[2]);
  give_memory (self, WEFT_SIM_QUEUE_FIFO);
  give_group (self, "1", ranks, 2);
  give_group (self, "2", ranks + 2, 2);
  self->options.peak_flops_s = 1e12;
  self->options.mem_bw_bytes_s = 1e9;
  weft_random_init (&random, 31, 0);
  for (guint i = 0; i < n_rounds; i++)
    run_round (self, &seeds[i % G_N_ELEMENTS (seeds)], &random, &n_read);
  g_test_message ("%u of %u are traces", n_read, n_rounds);
  g_assert_cmpuint (n_read, >, 0);
  g_assert_cmpuint (n_read, <, n_rounds);
  for (guint s = 0; s < G_N_ELEMENTS (seeds); s++)
    for (guint r = 0; r < N_RANKS; r++)
      g_byte_array_unref (seeds[s].file[r]);
}

/* A file of nothing but chance. */
static void
test_noise (Case *self, gconstpointer data)
{
  WeftRandom random;

  weft_random_init (&random, 32, 0);
  for (guint i = 0; i < 3000; i++)
    {
      Bytes *bytes = g_byte_array_new ();
      g_autoptr (WeftSimTrace) trace = NULL;
      g_autoptr (GError) error = NULL;

      g_byte_array_set_size (bytes, weft_random_below (&random, 400));
      for (guint k = 0; k < bytes->len; k++)
        bytes->data[k] = i % 2 == 0 ? weft_random_below (&random, 256) : weft_random_below (&random, 24);
      put_rank (self->folder, 0, bytes);
      trace = read_case (self, &error);
      g_assert_true ((trace != NULL) == (error == NULL));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("fuzz/mutations", test_mutations);
  ADD ("fuzz/noise", test_noise);
  return g_test_run ();
}
