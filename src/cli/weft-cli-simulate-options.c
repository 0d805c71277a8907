/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the options of `weft simulate` mean. */
#include "cli/weft-cli-simulate.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "base/weft-json.h"
#include "base/weft-quantity.h"

/* Steps of time that charts of links have. */
#define CHART_BINS 512

/* Messages that are recorded one by one for a chart. */
#define CHART_MESSAGES 200000

static gboolean
read_collectives (WeftCliSimulate *self)
{
  WeftSimAlgorithm algorithm;

  if (self->collectives == NULL)
    return TRUE;
  if (g_str_equal (self->collectives, "closed-form"))
    {
      self->options.closed_form = TRUE;
      return TRUE;
    }
  if (!weft_sim_algorithm_parse (self->collectives, &algorithm))
    {
      weft_cli_refuse (_("simulate: --collectives: found “%s”, expected auto, ring, bidirectional-ring, direct, "
                         "halving-doubling, double-tree, hierarchical, in-switch or closed-form"), self->collectives);
      return FALSE;
    }
  for (guint i = 0; i < WEFT_N_SIM_COMMS; i++)
    self->options.algorithm[i] = algorithm;
  return TRUE;
}

static gboolean
read_send_ends (WeftCliSimulate *self)
{
  if (self->send_ends == NULL || g_str_equal (self->send_ends, "arrived"))
    return TRUE;
  if (g_str_equal (self->send_ends, "sent"))
    {
      self->options.send_ends = WEFT_SIM_SEND_ENDS_SENT;
      return TRUE;
    }
  weft_cli_refuse (_("simulate: --send-ends: found “%s”, expected arrived or sent"), self->send_ends);
  return FALSE;
}

static gboolean
read_numbers (WeftCliSimulate *self)
{
  if (!(self->packet_bytes >= 0) || self->packet_bytes != floor (self->packet_bytes) || self->max_links < 0
      || self->chunks < 0 || self->active_chunks < -1)
    {
      weft_cli_refuse (_("simulate: --packet, --chunks, --active-chunks and --max-links are whole numbers from 0 on"));
      return FALSE;
    }
  self->options.packet_bytes = self->packet_bytes;
  self->options.exact = self->exact;
  if (self->chunks > 0)
    self->options.chunks = self->chunks;
  if (self->active_chunks >= 0)
    self->options.active_chunks = self->active_chunks;
  return TRUE;
}

static gboolean
read_algorithm (WeftCliSimulate *self)
{
  g_autoptr (GError) error = NULL;

  if (weft_map_algorithm_parse (self->algorithm_name != NULL ? self->algorithm_name : "best", &self->algorithm, &error))
    return TRUE;
  weft_cli_fail (error);
  return FALSE;
}

static gboolean
read_knobs (WeftCliSimulate *self)
{
  g_autoptr (GError) error = NULL;

  if (self->knobs == NULL || (self->knobs_json = weft_json_load (self->knobs, NULL, &error)) != NULL)
    return TRUE;
  weft_cli_fail (error);
  return FALSE;
}

gboolean
weft_cli_simulate_read_options (const WeftCliOptions *options, WeftCliSimulate *self)
{
  WeftSimOptions *sim = &self->options;

  weft_sim_options_init (sim);
  sim->seed = options->seed;
  if (self->network != NULL && !weft_sim_model_parse (self->network, &sim->model))
    {
      weft_cli_refuse (_("simulate: --network: found “%s”, expected fluid or fifo"), self->network);
      return FALSE;
    }
  if (self->astra)
    {
      sim->model = WEFT_SIM_FIFO;
      sim->astra = self->unaware ? WEFT_SIM_ASTRA_UNAWARE : WEFT_SIM_ASTRA_AWARE;
    }
  if (isatty (STDERR_FILENO))
    sim->progress = weft_cli_simulate_progress_cb;
  if (self->link_chart != NULL || self->heat != NULL)
    sim->n_bins = CHART_BINS;
  if (self->link_chart != NULL)
    sim->max_messages = CHART_MESSAGES;
  return read_collectives (self) && read_send_ends (self) && read_numbers (self) && read_algorithm (self)
         && read_knobs (self);
}

/* --- ranks --- */

/* A plain number, or a time with its unit. */
static gboolean
read_value (const char *text, gboolean is_time, double *value)
{
  char *end = NULL;

  if (is_time)
    return weft_quantity_parse (text, WEFT_UNIT_S, value, NULL);
  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

/* "3=0.5,7=0.9" into an array of @n values of which the others are @usual. NULL after a message. (transfer full) */
static double *
read_values (const char *text, gboolean is_time, guint32 n, double usual)
{
  g_auto (GStrv) pairs = g_strsplit (text, ",", -1);
  g_autofree double *found = g_new (double, n + 1);
  g_autofree guint8 *is_given = g_new0 (guint8, n + 1);

  for (guint32 i = 0; i < n; i++)
    found[i] = usual;
  for (char **pair = pairs; *pair != NULL; pair++)
    {
      const char *equals = strchr (*pair, '=');
      g_autofree char *name = equals != NULL ? g_strndup (*pair, equals - *pair) : NULL;
      guint64 rank = 0;
      double value = 0;

      if (equals == NULL || !g_ascii_string_to_unsigned (name, 10, 0, G_MAXUINT32, &rank, NULL)
          || !read_value (equals + 1, is_time, &value) || !(value >= 0) || !isfinite (value)
          || (!is_time && value == 0))
        {
          weft_cli_refuse (is_time ? _("simulate: --delay: found “%s”, expected RANK=TIME such as 3=2ms")
                                   : _("simulate: --speed: found “%s”, expected RANK=FACTOR above 0 such as 3=0.5"),
                           text);
          return NULL;
        }
      if (rank >= n)
        {
          weft_cli_refuse (_("simulate: %s: found rank %u, but there are %u ranks, counted from 0"),
                           is_time ? "--delay" : "--speed", (guint) rank, n);
          return NULL;
        }
      if (is_given[rank])
        {
          weft_cli_refuse (_("simulate: %s: rank %u stands twice"), is_time ? "--delay" : "--speed", (guint) rank);
          return NULL;
        }
      is_given[rank] = TRUE;
      found[rank] = value;
    }
  return g_steal_pointer (&found);
}

gboolean
weft_cli_simulate_read_ranks (WeftCliSimulate *self, guint32 n_ranks, double **speed, double **delay_s)
{
  if (self->speed != NULL && (*speed = read_values (self->speed, FALSE, n_ranks, 1)) == NULL)
    return FALSE;
  if (self->delay != NULL && (*delay_s = read_values (self->delay, TRUE, n_ranks, 0)) == NULL)
    return FALSE;
  self->options.speed = *speed;
  self->options.delay_s = *delay_s;
  return TRUE;
}
