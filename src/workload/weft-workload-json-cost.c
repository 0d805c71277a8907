/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kind of task costs, as its members say: the same in "kinds" and in rows. */
#include "workload/weft-workload-json-private.h"

#include <glib/gi18n-lib.h>

/* "fp64, fp32, ..." */
static char *
list_nicks (const char *(*get_nick) (guint), guint n)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", get_nick (i));
  return g_string_free (list, FALSE);
}

static const char *
dtype_nick (guint dtype)
{
  return weft_dtype_nick (dtype);
}

static const char *
comm_nick (guint comm)
{
  return weft_comm_kind_nick (comm);
}

/* {"fp64": 1e9, "bf16": 2e9}, or one number, which is fp64. */
static void
read_flops (WeftWorkloadJson *self, WeftTaskCost *cost)
{
  const char *key;
  WeftDtype dtype;

  if (weft_json_pull_type (self->pull) == WEFT_JSON_PULL_NUMBER)
    {
      weft_json_pull_amount (self->pull, &cost->flops[WEFT_DTYPE_FP64]);
      return;
    }
  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (weft_dtype_parse (key, &dtype))
      weft_json_pull_amount (self->pull, &cost->flops[dtype]);
    else
      {
        g_autofree char *known = list_nicks (dtype_nick, WEFT_N_DTYPES);
        g_autofree char *message = g_strdup_printf (_("operations are in one of %s"), known);

        weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, message);
      }
}

static void
read_comm (WeftWorkloadJson *self, WeftTaskCost *cost)
{
  const char *nick;

  if (!weft_json_pull_string (self->pull, &nick, NULL))
    return;
  if (!weft_comm_kind_parse (nick, &cost->comm))
    {
      g_autofree char *known = list_nicks (comm_nick, WEFT_N_COMMS);
      g_autofree char *expected = g_strdup_printf ("one of %s", known);

      weft_json_pull_refuse (self->pull, WEFT_JSON_ERROR_RANGE, expected);
    }
}

/* {"gpu": 0.5, "*": 2} */
static void
read_times (WeftWorkloadJson *self)
{
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    {
      WeftGivenTime time = { g_string_chunk_insert_const (self->texts, key), 0 };

      if (weft_json_pull_amount (self->pull, &time.time_s))
        g_array_append_val (self->times, time);
    }
}

gboolean
weft_workload_json_read_cost (WeftWorkloadJson *self, const char *key, WeftTaskCost *cost)
{
  const struct
  {
    const char *key;
    double *amount;
  } amounts[] = {
    { "bytes_read", &cost->bytes_read },
    { "bytes_written", &cost->bytes_written },
    { "working_set_bytes", &cost->working_set_bytes },
    { "comm_bytes", &cost->comm_bytes },
    { "region_bytes_read", &cost->region_bytes_read },
    { "region_bytes_written", &cost->region_bytes_written },
  };
  const char *kernel;

  for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
    if (g_str_equal (key, amounts[i].key))
      {
        weft_json_pull_amount (self->pull, amounts[i].amount);
        return TRUE;
      }
  if (g_str_equal (key, "kernel"))
    {
      if (weft_json_pull_string (self->pull, &kernel, NULL))
        cost->kernel = g_string_chunk_insert_const (self->texts, kernel);
    }
  else if (g_str_equal (key, "flops"))
    read_flops (self, cost);
  else if (g_str_equal (key, "comm"))
    read_comm (self, cost);
  else if (g_str_equal (key, "times"))
    read_times (self);
  else
    return FALSE;
  return TRUE;
}
