/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remote memory: a request goes to the provider, waits there for its turn, is served and goes back. A load's bytes come
 * back with it, a store's go there. */
#include "sim/weft-sim-engine-private.h"

#include <math.h>

#include "sim/weft-sim-event-queue-private.h"
#include "sim/weft-sim-waits-private.h"

/* tag.c */
enum
{
  GOING,
  COMING,
  SERVED,    /* tag.a: the request */
  TURN_OVER, /* tag.a: the provider, tag.b: its version: the first of those that share it has its bytes */
};

typedef struct
{
  guint32 task;
  guint32 next;
  double came; /* to the provider */
  WeftSimParts parts;
} Request;

/**
 * Provider:
 * @bw: bytes a tick
 * @free: when it has served all that came (fifo)
 * @sharers: requests at once (fair), by the bytes that each has got when one has all of its own
 * @got: bytes that each sharer has got since the first of them
 * @since: when that was counted
 * @version: of the sharing: timers of older ones mean nothing
 * @n_served: requests under way (none)
 */
typedef struct
{
  double bw;
  double latency;
  double free;
  WeftSimEventQueue sharers;
  double got;
  double since;
  guint32 version;
  guint32 n_served;
  double busy;
  double network;
  double queue;
  double serve;
  double bytes;
  guint64 n_requests;
  WeftSimWaits waits;
} Provider;

struct _WeftSimMemory
{
  WeftSimEngine *engine;
  Provider *providers;
  Request *requests;
  guint32 n_requests;
  guint32 free_request;
};

WeftSimMemory *
weft_sim_memory_new (WeftSimEngine *engine)
{
  const WeftSimTrace *trace = engine->trace;
  WeftSimMemory *self = g_new0 (WeftSimMemory, 1);

  self->engine = engine;
  self->free_request = WEFT_SIM_NONE;
  self->providers = g_new0 (Provider, trace->n_providers);
  for (guint32 i = 0; i < trace->n_providers; i++)
    {
      self->providers[i].bw = trace->providers[i].bw_bytes_s / round (1 / engine->tick_s);
      self->providers[i].latency = weft_sim_engine_ticks (engine, trace->providers[i].latency_s);
    }
  return self;
}

void
weft_sim_memory_free (WeftSimMemory *self)
{
  for (guint32 i = 0; i < self->engine->trace->n_providers; i++)
    {
      weft_sim_event_queue_clear (&self->providers[i].sharers);
      weft_sim_waits_clear (&self->providers[i].waits);
    }
  g_free (self->providers);
  g_free (self->requests);
  g_free (self);
}

/* --- requests --- */

static guint32
take_request (WeftSimMemory *self, guint32 task)
{
  guint32 index = self->free_request;

  if (index == WEFT_SIM_NONE)
    {
      index = self->n_requests++;
      if ((index & (index - 1)) == 0)
        self->requests = g_renew (Request, self->requests, MAX (1, 2 * index));
    }
  else
    self->free_request = self->requests[index].next;
  self->requests[index] = (Request) { .task = task };
  return index;
}

static inline Provider *
provider_of (const WeftSimMemory *self, const Request *request)
{
  return &self->providers[self->engine->trace->peer[request->task]];
}

static inline double
bytes_of (const WeftSimMemory *self, const Request *request)
{
  return self->engine->trace->costs[self->engine->trace->cost[request->task]].bytes;
}

/* Across the network, when the provider stands in it. */
static void
send_request (WeftSimMemory *self, guint32 index, guint16 way)
{
  const WeftSimTrace *trace = self->engine->trace;
  const Request *request = &self->requests[index];
  guint32 task = request->task;
  guint32 rank_node = self->engine->network->node_of_rank[trace->rank[task]];
  guint32 node = trace->providers[trace->peer[task]].node;
  gboolean carries = (trace->kind[task] == WEFT_SIM_STORE) == (way == GOING);

  weft_sim_engine_send (self->engine, way == GOING ? rank_node : node, way == GOING ? node : rank_node,
                        carries ? bytes_of (self, request) : 0, WEFT_SIM_OWNER_MEMORY,
                        (WeftSimTag) { .a = index, .c = way }, task, task);
}

static void
end_request (WeftSimMemory *self, guint32 index)
{
  Request request = self->requests[index];

  self->requests[index].next = self->free_request;
  self->free_request = index;
  weft_sim_engine_done (self->engine, request.task, &request.parts, WEFT_SIM_NONE);
}

/* Time of the bytes alone: cut to whole ticks as ASTRA-sim does, rounded otherwise. */
static double
serve_ticks (const WeftSimMemory *self, const Provider *provider, double bytes)
{
  double ticks = bytes / provider->bw;

  if (self->engine->fifo == NULL)
    return ticks;
  return self->engine->options->astra != WEFT_SIM_ASTRA_OFF ? floor (ticks) : rint (ticks);
}

/* Its bytes are read or written: it goes back. */
static void
leave_provider (WeftSimMemory *self, guint32 index)
{
  Request *request = &self->requests[index];
  Provider *provider = provider_of (self, request);
  double time = self->engine->now - request->came;
  double alone = provider->latency + serve_ticks (self, provider, bytes_of (self, request));
  double queue = MAX (0, time - alone);

  request->parts.part[WEFT_SIM_SHARE_REMOTE] += time;
  provider->serve += time - queue;
  provider->queue += queue;
  weft_sim_waits_add (&provider->waits, queue * self->engine->tick_s);
  if (self->engine->trace->providers[self->engine->trace->peer[request->task]].node == WEFT_SIM_NONE)
    end_request (self, index);
  else
    send_request (self, index, COMING);
}

/* --- the provider --- */

static inline void
tell_at (WeftSimMemory *self, double time, guint32 a, guint32 b, guint16 what)
{
  weft_sim_engine_at (self->engine, time, WEFT_SIM_OWNER_MEMORY, (WeftSimTag) { .a = a, .b = b, .c = what });
}

static void
count_shares (WeftSimMemory *self, Provider *provider)
{
  double time = self->engine->now - provider->since;

  provider->since = self->engine->now;
  if (provider->sharers.n == 0)
    return;
  provider->got += time * provider->bw / provider->sharers.n;
  provider->busy += time;
}

/* When the first of the sharers has its bytes, if nobody comes before. */
static void
plan_turn (WeftSimMemory *self, Provider *provider)
{
  double ticks;

  provider->version++;
  if (provider->sharers.n == 0)
    {
      provider->got = 0;
      return;
    }
  ticks = MAX (0, provider->sharers.events[0].time - provider->got) * provider->sharers.n / provider->bw;
  if (self->engine->fifo != NULL)
    ticks = ceil (ticks - 1e-6);
  tell_at (self, self->engine->now + ticks, provider - self->providers, provider->version, TURN_OVER);
}

static void
begin_sharing (WeftSimMemory *self, Provider *provider, guint32 index)
{
  count_shares (self, provider);
  weft_sim_event_queue_push (&provider->sharers, provider->got + bytes_of (self, &self->requests[index]), index);
  plan_turn (self, provider);
}

static void
end_turn (WeftSimMemory *self, Provider *provider)
{
  WeftSimEvent event;

  count_shares (self, provider);
  provider->got = MAX (provider->got, provider->sharers.events[0].time);
  while (provider->sharers.n > 0 && provider->sharers.events[0].time <= provider->got)
    {
      weft_sim_event_queue_pop (&provider->sharers, &event);
      tell_at (self, self->engine->now + provider->latency, event.item, 0, SERVED);
    }
  plan_turn (self, provider);
}

static void
enter_provider (WeftSimMemory *self, guint32 index)
{
  Request *request = &self->requests[index];
  Provider *provider = provider_of (self, request);
  WeftSimQueue queue = self->engine->trace->providers[provider - self->providers].queue;
  double now = self->engine->now;
  double ticks = provider->latency + serve_ticks (self, provider, bytes_of (self, request));

  request->came = now;
  provider->n_requests++;
  provider->bytes += bytes_of (self, request);
  if (queue == WEFT_SIM_QUEUE_FAIR)
    {
      begin_sharing (self, provider, index);
      return;
    }
  if (queue == WEFT_SIM_QUEUE_FIFO)
    {
      provider->free = MAX (provider->free, now) + ticks;
      provider->busy += ticks;
      tell_at (self, provider->free, index, 0, SERVED);
      return;
    }
  if (provider->n_served++ > 0)
    provider->busy += now - provider->since;
  provider->since = now;
  tell_at (self, now + ticks, index, 0, SERVED);
}

/* --- what the engine calls --- */

void
weft_sim_memory_start (WeftSimMemory *self, guint32 task)
{
  guint32 index = take_request (self, task);

  if (self->engine->trace->providers[self->engine->trace->peer[task]].node == WEFT_SIM_NONE)
    enter_provider (self, index);
  else
    send_request (self, index, GOING);
}

void
weft_sim_memory_arrived (WeftSimMemory *self, const WeftSimFlight *flight)
{
  Request *request = &self->requests[flight->tag.a];

  weft_sim_engine_add_parts (self->engine, flight, &request->parts);
  provider_of (self, request)->network += self->engine->now - flight->sent;
  if (flight->tag.c == GOING)
    enter_provider (self, flight->tag.a);
  else
    end_request (self, flight->tag.a);
}

void
weft_sim_memory_timer (WeftSimMemory *self, WeftSimTag tag)
{
  Provider *provider;

  if (tag.c == TURN_OVER)
    {
      if (self->providers[tag.a].version == tag.b)
        end_turn (self, &self->providers[tag.a]);
      return;
    }
  provider = provider_of (self, &self->requests[tag.a]);
  if (self->engine->trace->providers[provider - self->providers].queue == WEFT_SIM_QUEUE_NONE)
    {
      provider->busy += self->engine->now - provider->since;
      provider->since = self->engine->now;
      provider->n_served--;
    }
  leave_provider (self, tag.a);
}

void
weft_sim_memory_finish (WeftSimMemory *self, WeftSimResult *result)
{
  for (guint32 i = 0; i < self->engine->trace->n_providers; i++)
    {
      const Provider *provider = &self->providers[i];

      result->providers[i] = (WeftSimProviderUse) {
        .n_requests = provider->n_requests,
        .bytes = provider->bytes,
        .busy_s = weft_sim_engine_seconds (self->engine, provider->busy),
        .network_s = weft_sim_engine_seconds (self->engine, provider->network),
        .queue_s = weft_sim_engine_seconds (self->engine, provider->queue),
        .serve_s = weft_sim_engine_seconds (self->engine, provider->serve),
        .wait_mean_s = weft_sim_waits_mean_s (&provider->waits),
        .wait_p99_s = weft_sim_waits_p99_s (&provider->waits),
        .wait_worst_s = provider->waits.worst_s,
      };
    }
}
