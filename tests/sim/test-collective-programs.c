/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs of collectives with data instead of times: messages arrive in a random order, and at the end each member
 * has to have what the collective promises, each contribution once. */
#include <glib.h>

#include "sim/weft-sim-collective-private.h"

#define N_MAX 33
#define N_ORDERS 3

typedef struct
{
  guint64 *sets; /* of the blocks, or of origins × blocks */
  WeftSimOp op;
  guint32 from;
} Packet;

typedef struct
{
  guint32 pc;
  guint32 flying;
  gboolean is_over;
  GPtrArray *arrived[64]; /* of each slot */
  guint32 n_taken[64];
} Thread;

typedef struct
{
  const WeftSimProgram *program;
  GRand *rand;
  guint32 n_all;
  Thread *threads;
  guint64 *have;     /* [member][buffer][block] members whose contribution is in it */
  guint8 *exchanged; /* [member][buffer][origin block][block] */
  GPtrArray *flying;
  guint64 n_sent;
  double bytes;
} Play;

/* --- a star of ranks in domains --- */

static gboolean
route_cb (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  const WeftSimNetwork *network = router;
  guint32 hub = network->n_nodes - 1;
  guint32 up = 2 * from;
  guint32 down = 2 * to + 1;

  if (from != hub)
    g_array_append_val (links, up);
  if (to != hub)
    g_array_append_val (links, down);
  return TRUE;
}

/* @sizes: of the domains, 0 at the end; NULL: no domains */
static WeftSimNetwork *
new_star (guint32 n, const guint32 *sizes)
{
  WeftSimNetwork *network = weft_sim_network_new ("star", n + 1, 2 * n, n);

  network->is_switch = g_new0 (guint8, n + 1);
  network->is_switch[n] = 1;
  for (guint32 i = 0; i < n; i++)
    {
      network->node_of_rank[i] = i;
      network->from[2 * i] = network->to[2 * i + 1] = i;
      network->to[2 * i] = network->from[2 * i + 1] = n;
      network->bw_bytes_s[2 * i] = network->bw_bytes_s[2 * i + 1] = 1e9;
    }
  if (sizes != NULL)
    network->domain_of_rank = g_new0 (guint32, n);
  for (guint32 d = 0, at = 0; sizes != NULL && sizes[d] != 0; d++)
    for (guint32 k = 0; k < sizes[d]; k++)
      network->domain_of_rank[at++] = 100 - d;
  network->route = route_cb;
  network->router = network;
  return network;
}

/* --- data --- */

static guint64 *
set_of (Play *play, guint32 member, guint32 buffer, guint32 block)
{
  const WeftSimProgram *program = play->program;

  return &play->have[((gsize) member * program->n_buffers + buffer) * program->n_blocks + block];
}

static guint8 *
pair_of (Play *play, guint32 member, guint32 buffer, guint32 origin, guint32 block)
{
  const WeftSimProgram *program = play->program;
  gsize at = ((gsize) member * program->n_buffers + buffer) * program->n_blocks + origin;

  return &play->exchanged[at * program->n_blocks + block];
}

static guint32
block_of (const WeftSimProgram *program, guint32 member, guint32 buffer)
{
  return program->klass->block != NULL ? program->klass->block (program, member, buffer) : member;
}

static void
fill (Play *play)
{
  const WeftSimProgram *program = play->program;

  for (guint32 i = 0; i < program->n; i++)
    for (guint32 b = 0; b < program->n_buffers; b++)
      for (guint32 k = 0; k < program->n_blocks; k++)
        {
          guint32 own = block_of (program, i, b);

          switch (program->comm)
            {
            case WEFT_SIM_ALL_GATHER:
            case WEFT_SIM_GATHER:
              *set_of (play, i, b, k) = k == own ? G_GUINT64_CONSTANT (1) << i : 0;
              break;
            case WEFT_SIM_BROADCAST:
            case WEFT_SIM_SCATTER:
              *set_of (play, i, b, k) = i == program->root ? 1 : 0;
              break;
            case WEFT_SIM_ALL_TO_ALL:
              *pair_of (play, i, b, own, k) = 1;
              break;
            default:
              *set_of (play, i, b, k) = G_GUINT64_CONSTANT (1) << i;
            }
        }
}

/* Each has to know of all, whatever block says so. */
static void
check_barrier (Play *play)
{
  const WeftSimProgram *program = play->program;
  gsize n_cells = (gsize) program->n_buffers * program->n_blocks;

  for (guint32 i = 0; i < program->n; i++)
    {
      guint64 known = 0;

      for (gsize k = 0; k < n_cells; k++)
        known |= play->have[i * n_cells + k];
      g_assert_cmphex (known, ==, (G_GUINT64_CONSTANT (1) << program->n) - 1);
    }
}

static void
check_end (Play *play)
{
  const WeftSimProgram *program = play->program;
  guint64 all = (G_GUINT64_CONSTANT (1) << program->n) - 1;

  for (guint32 i = 0; i < program->n; i++)
    for (guint32 b = 0; b < program->n_buffers; b++)
      for (guint32 k = 0; k < program->n_blocks; k++)
        {
          guint32 own = block_of (program, i, b);

          if (program->comm == WEFT_SIM_ALL_REDUCE)
            g_assert_cmphex (*set_of (play, i, b, k), ==, all);
          else if (program->comm == WEFT_SIM_REDUCE_SCATTER && k == own)
            g_assert_cmphex (*set_of (play, i, b, k), ==, all);
          else if (program->comm == WEFT_SIM_REDUCE && i == program->root)
            g_assert_cmphex (*set_of (play, i, b, k), ==, all);
          else if (program->comm == WEFT_SIM_BROADCAST || (program->comm == WEFT_SIM_SCATTER && k == own))
            g_assert_cmphex (*set_of (play, i, b, k), ==, 1);
          else if (program->comm == WEFT_SIM_ALL_TO_ALL)
            g_assert_cmpuint (*pair_of (play, i, b, k, own), ==, 1);
          else if (program->comm == WEFT_SIM_ALL_GATHER || (program->comm == WEFT_SIM_GATHER && i == program->root))
            {
              guint32 owner = 0;

              while (block_of (program, owner, b) != k)
                owner++;
              g_assert_cmphex (*set_of (play, i, b, k), ==, G_GUINT64_CONSTANT (1) << owner);
            }
        }
}

static Packet *
pack (Play *play, guint32 from, const WeftSimOp *op)
{
  const WeftSimProgram *program = play->program;
  Packet *packet = g_new (Packet, 1);

  *packet = (Packet) { g_new0 (guint64, op->n_blocks + 1), *op, from };
  for (guint32 k = 0; k < op->n_blocks; k++)
    {
      guint32 block = (op->first + k) % program->n_blocks;

      if (program->comm != WEFT_SIM_ALL_TO_ALL)
        {
          packet->sets[k] = *set_of (play, from, op->buffer, block);
          g_assert_cmphex (packet->sets[k], !=, 0);
        }
      for (guint32 o = 0; program->comm == WEFT_SIM_ALL_TO_ALL && o < op->n_origins; o++)
        g_assert_cmpuint (*pair_of (play, from, op->buffer, op->origin + o * op->stride, block), ==, 1);
    }
  return packet;
}

static void
free_packet (gpointer data)
{
  Packet *packet = data;

  g_free (packet->sets);
  g_free (packet);
}

static void
take (Play *play, guint32 member, const Packet *packet)
{
  const WeftSimProgram *program = play->program;
  const WeftSimOp *op = &packet->op;

  for (guint32 k = 0; k < op->n_blocks; k++)
    {
      guint32 block = (op->first + k) % program->n_blocks;
      guint64 *have = set_of (play, member, op->buffer, block);

      if (program->comm == WEFT_SIM_ALL_TO_ALL)
        {
          for (guint32 o = 0; o < op->n_origins; o++)
            *pair_of (play, member, op->buffer, op->origin + o * op->stride, block) = 1;
          continue;
        }
      if (op->reduces && program->comm != WEFT_SIM_BARRIER)
        g_assert_cmphex (*have & packet->sets[k], ==, 0);
      else if (!op->reduces)
        g_assert_cmphex (*have & ~packet->sets[k], ==, 0);
      *have |= packet->sets[k];
    }
}

/* --- running --- */

static Thread *
thread_of (Play *play, guint32 member, guint32 thread)
{
  return &play->threads[member * play->program->n_threads + thread];
}

static gboolean
try_wait (Play *play, guint32 member, Thread *thread, const WeftSimOp *op)
{
  GPtrArray *arrived = thread->arrived[op->slot];

  if (arrived == NULL ? op->count > 0 : arrived->len < MAX (op->count, op->posted))
    return FALSE;
  for (; thread->n_taken[op->slot] < MAX (op->count, op->posted); thread->n_taken[op->slot]++)
    {
      const Packet *packet = g_ptr_array_index (arrived, thread->n_taken[op->slot]);

      if (op->peer != WEFT_SIM_NONE)
        g_assert_cmpuint (packet->from, ==, op->peer);
      take (play, member, packet);
    }
  return TRUE;
}

static void
arrive (Play *play, Packet *packet)
{
  Thread *thread = thread_of (play, packet->op.peer, packet->op.thread);
  guint8 slot = packet->op.slot;

  g_assert_cmpuint (slot, <, play->program->n_slots);
  g_assert_cmpuint (packet->op.thread, <, play->program->n_threads);
  if (thread->arrived[slot] == NULL)
    thread->arrived[slot] = g_ptr_array_new_with_free_func (free_packet);
  g_ptr_array_add (thread->arrived[slot], packet);
}

/* FALSE: it did nothing. */
static gboolean
advance (Play *play, guint32 member, guint32 number)
{
  Thread *thread = thread_of (play, member, number);
  gboolean moved = FALSE;

  while (!thread->is_over)
    {
      WeftSimOp op;

      play->program->klass->op (play->program, member, number, thread->pc, &op);
      if (op.kind == WEFT_SIM_OP_WAIT && !try_wait (play, member, thread, &op))
        break;
      if (op.kind == WEFT_SIM_OP_SEND)
        {
          if (op.window > 0 && thread->flying >= op.window)
            break;
          g_assert_cmpuint (op.peer, <, play->n_all);
          if (op.peer == member)
            arrive (play, pack (play, member, &op));
          else
            {
              g_assert_cmpuint (op.thread, ==, number);
              thread->flying++;
              play->n_sent++;
              play->bytes += op.bytes;
              g_ptr_array_add (play->flying, pack (play, member, &op));
            }
        }
      thread->is_over = op.kind == WEFT_SIM_OP_END;
      thread->pc++;
      moved = TRUE;
    }
  return moved;
}

/* Messages of one pair arrive in their order; of all pairs any one is next. */
static void
deliver (Play *play)
{
  guint32 at = g_rand_int_range (play->rand, 0, play->flying->len);
  Packet *chosen = g_ptr_array_index (play->flying, at);

  for (guint32 i = 0; i < at; i++)
    {
      Packet *packet = g_ptr_array_index (play->flying, i);

      if (packet->from == chosen->from && packet->op.peer == chosen->op.peer)
        {
          at = i;
          break;
        }
    }
  chosen = g_ptr_array_steal_index (play->flying, at);
  thread_of (play, chosen->from, chosen->op.thread)->flying--;
  arrive (play, chosen);
}

static void
clear_threads (Play *play)
{
  for (guint32 i = 0; i < play->n_all * play->program->n_threads; i++)
    for (guint32 slot = 0; slot < G_N_ELEMENTS (play->threads[i].arrived); slot++)
      if (play->threads[i].arrived[slot] != NULL)
        {
          g_assert_cmpuint (play->threads[i].n_taken[slot], ==, play->threads[i].arrived[slot]->len);
          g_ptr_array_unref (play->threads[i].arrived[slot]);
        }
}

static double
play (const WeftSimProgram *program, GRand *rand, guint64 *n_sent)
{
  guint32 n_all = program->n + program->n_switches;
  gsize n_cells = (gsize) n_all * program->n_buffers * program->n_blocks;
  Play play = { program, rand, n_all };
  gboolean moved = TRUE;

  play.threads = g_new0 (Thread, n_all * program->n_threads);
  play.have = g_new0 (guint64, n_cells);
  play.exchanged = g_new0 (guint8, program->comm == WEFT_SIM_ALL_TO_ALL ? n_cells * program->n_blocks : 1);
  play.flying = g_ptr_array_new ();
  fill (&play);
  while (moved)
    {
      moved = FALSE;
      for (guint32 i = 0; i < n_all; i++)
        for (guint32 t = 0; t < program->n_threads; t++)
          moved = advance (&play, i, t) || moved;
      if (play.flying->len > 0)
        {
          deliver (&play);
          moved = TRUE;
        }
    }
  for (guint32 i = 0; i < n_all * program->n_threads; i++)
    g_assert_true (play.threads[i].is_over);
  if (program->comm == WEFT_SIM_BARRIER)
    check_barrier (&play);
  else
    check_end (&play);
  clear_threads (&play);
  g_ptr_array_unref (play.flying);
  g_free (play.threads);
  g_free (play.have);
  g_free (play.exchanged);
  if (n_sent != NULL)
    *n_sent = play.n_sent;
  return play.bytes;
}

/* --- what is tested --- */

/* (transfer full) */
static WeftSimLayout *
lay_out (const WeftSimNetwork *network, WeftSimRoutes *routes, const guint32 *ranks, guint32 n)
{
  WeftSimSwitches *switches = weft_sim_switches_new (network);
  WeftSimLayout *layout = weft_sim_layout_new (routes, switches, ranks, n, FALSE);

  weft_sim_switches_free (switches);
  return layout;
}

static guint
play_class (const WeftSimProgramClass *klass, const WeftSimLayout *layout, GRand *rand)
{
  guint n_played = 0;

  for (guint comm = 0; comm < WEFT_N_SIM_COMMS; comm++)
    for (guint order = 0; order < N_ORDERS; order++)
      {
        WeftSimProgram program;
        guint32 root = order == 0 ? 0 : g_rand_int_range (rand, 0, layout->n);
        double bytes = order == 0 ? 1e6 + 1 : g_rand_int_range (rand, 0, 2000000);

        if (weft_sim_program_init (&program, klass, layout, comm, root, order, bytes))
          {
            play (&program, rand, NULL);
            n_played++;
          }
        weft_sim_program_clear (&program);
      }
  return n_played;
}

typedef struct
{
  const char *name;
  const WeftSimProgramClass *klass;
  guint n_comms; /* collectives that it has a way for, on one domain */
} Algorithm;

static void
play_sizes (const WeftSimProgramClass *klass, guint n_least)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint32 n = 2; n <= N_MAX; n++)
    {
      g_autoptr (WeftSimNetwork) network = new_star (n, NULL);
      g_autoptr (WeftSimRoutes) routes = weft_sim_routes_new (network, 0);
      g_autofree guint32 *ranks = g_new (guint32, n);
      WeftSimLayout *layout = NULL;

      for (guint32 i = 0; i < n; i++)
        ranks[i] = i;
      layout = lay_out (network, routes, ranks, n);
      g_assert_cmpuint (play_class (klass, layout, rand), >=, n_least * N_ORDERS);
      weft_sim_layout_free (layout);
    }
}

static void
test_class (gconstpointer data)
{
  const Algorithm *algorithm = data;

  play_sizes (algorithm->klass, algorithm->n_comms);
}

static void
test_astra (gconstpointer data)
{
  play_sizes (weft_sim_astra_class (GPOINTER_TO_UINT (data)), 0);
}

static void
test_domains (gconstpointer data)
{
  const Algorithm *algorithm = data;
  static const guint32 shapes[][9] = {
    { 2, 2 }, { 4, 4 }, { 8, 8, 8 }, { 1, 1, 1, 1 }, { 8, 4 }, { 3, 5, 2 }, { 6, 6, 3, 9 }, { 2, 2, 2, 2, 2, 2, 2 },
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    {
      guint32 n = 0;
      guint n_played = 0;
      g_autoptr (WeftSimNetwork) network = NULL;
      g_autoptr (WeftSimRoutes) routes = NULL;
      g_autofree guint32 *ranks = NULL;
      WeftSimLayout *layout = NULL;

      for (guint d = 0; shapes[shape][d] != 0; d++)
        n += shapes[shape][d];
      network = new_star (n, shapes[shape]);
      routes = weft_sim_routes_new (network, 0);
      ranks = g_new (guint32, n);
      for (guint32 i = 0; i < n; i++)
        ranks[i] = i;
      for (guint32 i = n - 1; i > 0; i--)
        {
          guint32 other = g_rand_int_range (rand, 0, i + 1);
          guint32 rank = ranks[i];

          ranks[i] = ranks[other];
          ranks[other] = rank;
        }
      layout = lay_out (network, routes, ranks, n);
      n_played = play_class (algorithm->klass, layout, rand);
      if (algorithm->klass == &weft_sim_levels_class)
        g_assert_cmpuint (n_played, ==, layout->unit > 1 ? WEFT_N_SIM_COMMS * N_ORDERS : 0);
      else
        g_assert_cmpuint (n_played, ==, algorithm->n_comms * N_ORDERS);
      weft_sim_layout_free (layout);
    }
}

/* Bytes that all members send in all, of V each: known of each algorithm. */
static void
test_bytes (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const double bytes = 1000003;
  const guint32 n = 12;
  g_autoptr (WeftSimNetwork) network = new_star (n, NULL);
  g_autoptr (WeftSimRoutes) routes = weft_sim_routes_new (network, 0);
  const guint32 ranks[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
  WeftSimLayout *layout = lay_out (network, routes, ranks, n);
  struct
  {
    const WeftSimProgramClass *klass;
    WeftSimComm comm;
    double bytes;
    guint64 n_sent;
  } cases[] = {
    { &weft_sim_ring_class, WEFT_SIM_ALL_REDUCE, 2 * 11 * bytes, 2 * 11 * 12 },
    { &weft_sim_ring_class, WEFT_SIM_REDUCE_SCATTER, 11 * bytes, 11 * 12 },
    { &weft_sim_ring_class, WEFT_SIM_ALL_GATHER, 11 * bytes, 11 * 12 },
    { &weft_sim_ring_class, WEFT_SIM_SCATTER, 0, 66 },
    { &weft_sim_two_rings_class, WEFT_SIM_ALL_REDUCE, 2 * 11 * bytes, 4 * 11 * 12 },
    { &weft_sim_direct_class, WEFT_SIM_ALL_REDUCE, 2 * 11 * bytes, 2 * 11 * 12 },
    { &weft_sim_direct_class, WEFT_SIM_ALL_TO_ALL, 11 * bytes, 11 * 12 },
    { &weft_sim_direct_class, WEFT_SIM_BROADCAST, 11 * bytes, 11 },
    { &weft_sim_halving_class, WEFT_SIM_ALL_REDUCE, 2 * 4 * bytes + 2 * 7 * bytes, 8 * 2 * 3 + 8 },
    { &weft_sim_halving_class, WEFT_SIM_BROADCAST, 11 * bytes, 11 },
    { &weft_sim_tree_class, WEFT_SIM_ALL_REDUCE, 2 * 11 * bytes, 0 },
    { &weft_sim_switch_class, WEFT_SIM_ALL_REDUCE, 2 * 12 * bytes, 4 * 12 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WeftSimProgram program;
      guint64 n_sent = 0;
      double sent = 0;

      g_assert_true (weft_sim_program_init (&program, cases[i].klass, layout, cases[i].comm, 3, 0, bytes));
      sent = play (&program, rand, &n_sent);
      if (cases[i].bytes > 0)
        g_assert_cmpfloat (sent, ==, cases[i].bytes);
      if (cases[i].n_sent > 0)
        g_assert_cmpuint (n_sent, ==, cases[i].n_sent);
      weft_sim_program_clear (&program);
    }
  weft_sim_layout_free (layout);
}

/* Each ring enters a domain through another member, and members at the same place of two domains talk. */
static void
test_rings_of_domains (void)
{
  const guint32 sizes[] = { 4, 4, 0 };
  const guint32 ranks[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const guint32 expected[4][8] = {
    { 0, 1, 2, 3, 7, 6, 5, 4 },
    { 1, 2, 3, 0, 4, 7, 6, 5 },
    { 2, 3, 0, 1, 5, 4, 7, 6 },
    { 3, 0, 1, 2, 6, 5, 4, 7 },
  };
  g_autoptr (WeftSimNetwork) network = new_star (8, sizes);
  g_autoptr (WeftSimRoutes) routes = weft_sim_routes_new (network, 0);
  WeftSimLayout *layout = lay_out (network, routes, ranks, 8);

  g_assert_cmpuint (layout->n_rings, ==, 4);
  g_assert_cmpuint (layout->n_domains, ==, 2);
  g_assert_cmpuint (layout->unit, ==, 4);
  g_assert_cmpmem (layout->order, sizeof expected, expected, sizeof expected);
  weft_sim_layout_free (layout);
}

int
main (int argc, char **argv)
{
  static const Algorithm algorithms[] = {
    { "ring", &weft_sim_ring_class, 9 },     { "two-rings", &weft_sim_two_rings_class, 9 },
    { "direct", &weft_sim_direct_class, 9 }, { "halving", &weft_sim_halving_class, 8 },
    { "tree", &weft_sim_tree_class, 4 },     { "levels", &weft_sim_levels_class, 0 },
    { "switch", &weft_sim_switch_class, 6 },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sim/collective-programs/%s", algorithms[i].name);
      g_autofree char *domains = g_strdup_printf ("/sim/collective-programs/%s/domains", algorithms[i].name);

      g_test_add_data_func (path, &algorithms[i], test_class);
      g_test_add_data_func (domains, &algorithms[i], test_domains);
    }
  for (guint algorithm = 0; algorithm < WEFT_N_SIM_ALGORITHMS; algorithm++)
    if (weft_sim_astra_class (algorithm) != NULL)
      {
        g_autofree char *path = g_strdup_printf ("/sim/collective-programs/astra/%u", algorithm);

        g_test_add_data_func (path, GUINT_TO_POINTER (algorithm), test_astra);
      }
  g_test_add_func ("/sim/collective-programs/bytes", test_bytes);
  g_test_add_func ("/sim/collective-programs/rings-of-domains", test_rings_of_domains);
  return g_test_run ();
}
