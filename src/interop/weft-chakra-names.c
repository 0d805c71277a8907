/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and numbers of the format, in tables. */
#include "interop/weft-chakra-names-private.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *name;
  int key;
} KnownName;

/* Sorted by bytes. What is ignored says nothing that is simulated: which dimensions of a peer's network take part, in
 * which order its queues are served, where a tensor lies, and what PyTorch keeps for itself. */
static const KnownName known_names[] = {
  { "comm_dst", WEFT_CHAKRA_COMM_DST },
  { "comm_priority", WEFT_CHAKRA_KEY_IGNORED },
  { "comm_root", WEFT_CHAKRA_COMM_ROOT },
  { "comm_size", WEFT_CHAKRA_COMM_SIZE },
  { "comm_src", WEFT_CHAKRA_COMM_SRC },
  { "comm_tag", WEFT_CHAKRA_COMM_TAG },
  { "comm_type", WEFT_CHAKRA_COMM_TYPE },
  { "compute_s", WEFT_CHAKRA_COMPUTE_S },
  { "duration_ns", WEFT_CHAKRA_DURATION_NS },
  { "exact_bytes", WEFT_CHAKRA_EXACT_BYTES },
  { "fw_parent", WEFT_CHAKRA_KEY_IGNORED },
  { "fw_tid", WEFT_CHAKRA_KEY_IGNORED },
  { "involved_dim", WEFT_CHAKRA_KEY_IGNORED },
  { "is_control", WEFT_CHAKRA_IS_CONTROL },
  { "is_cpu_op", WEFT_CHAKRA_IS_CPU_OP },
  { "kernel", WEFT_CHAKRA_KERNEL },
  { "launch_s", WEFT_CHAKRA_LAUNCH_S },
  { "memory_s", WEFT_CHAKRA_MEMORY_S },
  { "num_ops", WEFT_CHAKRA_NUM_OPS },
  { "op_schema", WEFT_CHAKRA_KEY_IGNORED },
  { "pg_name", WEFT_CHAKRA_PG_NAME },
  { "provider", WEFT_CHAKRA_PROVIDER },
  { "rf_id", WEFT_CHAKRA_KEY_IGNORED },
  { "scope", WEFT_CHAKRA_KEY_IGNORED },
  { "seq_id", WEFT_CHAKRA_KEY_IGNORED },
  { "stream", WEFT_CHAKRA_KEY_IGNORED },
  { "tensor_loc", WEFT_CHAKRA_KEY_IGNORED },
  { "tensor_size", WEFT_CHAKRA_TENSOR_SIZE },
  { "tid", WEFT_CHAKRA_KEY_IGNORED },
};

static const char *const type_names[WEFT_N_CHAKRA_TYPES] = {
  "INVALID", "METADATA", "MEM_LOAD", "MEM_STORE", "COMP", "COMM_SEND", "COMM_RECV", "COMM_COLL",
};

/* By the numbers of the format; the block form of a reduce-scatter, 8, is one. */
static const WeftSimComm comms[] = {
  WEFT_SIM_ALL_REDUCE, WEFT_SIM_REDUCE,     WEFT_SIM_ALL_GATHER,     WEFT_SIM_GATHER,         WEFT_SIM_SCATTER,
  WEFT_SIM_BROADCAST,  WEFT_SIM_ALL_TO_ALL, WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_BARRIER,
};

static int
compare_names_cb (const void *name, const void *known)
{
  return strcmp (name, ((const KnownName *) known)->name);
}

/* --- public --- */

int
weft_chakra_key_find (const char *name)
{
  const KnownName *known =
    bsearch (name, known_names, G_N_ELEMENTS (known_names), sizeof *known_names, compare_names_cb);

  return known != NULL ? known->key : WEFT_CHAKRA_KEY_UNKNOWN;
}

const char *
weft_chakra_key_name (WeftChakraKey key)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known_names); i++)
    if (known_names[i].key == (int) key)
      return known_names[i].name;
  return NULL;
}

const char *
weft_chakra_type_name (int type)
{
  return type >= 0 && type < WEFT_N_CHAKRA_TYPES ? type_names[type] : NULL;
}

gboolean
weft_chakra_comm_read (gint64 number, WeftSimComm *comm)
{
  if (number < 0 || number >= (gint64) G_N_ELEMENTS (comms))
    return FALSE;
  *comm = comms[number];
  return TRUE;
}

gint64
weft_chakra_comm_write (WeftSimComm comm)
{
  for (gsize i = 0; i < G_N_ELEMENTS (comms); i++)
    if (comms[i] == comm)
      return i;
  g_return_val_if_reached (-1);
}

gboolean
weft_chakra_is_shard (WeftSimComm comm)
{
  return comm == WEFT_SIM_ALL_GATHER || comm == WEFT_SIM_GATHER;
}

char **
weft_chakra_head_text (WeftChakraHead *self, guint i, const char **name)
{
  static const char *const names[WEFT_N_CHAKRA_HEAD_TEXTS] = {
    "weft_rank_name", "weft_groups", "weft_providers", "weft_folds",
  };
  char **const texts[WEFT_N_CHAKRA_HEAD_TEXTS] = { &self->rank_name, &self->groups, &self->providers, &self->folds };

  *name = names[i];
  return texts[i];
}

void
weft_chakra_head_clear (WeftChakraHead *self)
{
  g_clear_pointer (&self->version, g_free);
  for (guint i = 0; i < WEFT_N_CHAKRA_HEAD_TEXTS; i++)
    {
      const char *name;

      g_clear_pointer (weft_chakra_head_text (self, i, &name), g_free);
    }
}
