/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts many questions to a function, on as many threads as there are, and keeps the answers in their order. */
#include "model/whatif/weft-response.h"

/* So many questions lie between two looks at the cancellable and two reports. */
#define BATCH 1024

static gpointer
begin_cb (gpointer data)
{
  const WeftResponse *self = data;

  return self->begin != NULL ? self->begin (self->data) : NULL;
}

/* The executor's states do not know whose they are. */
typedef struct
{
  const WeftResponse *response;
  gpointer state;
} Worker;

static gpointer
begin_worker_cb (gpointer data)
{
  Worker *worker = g_new (Worker, 1);

  *worker = (Worker) { data, begin_cb (data) };
  return worker;
}

static void
work_cb (gpointer      state,
         gconstpointer item,
         gpointer      result,
         gpointer      data)
{
  const WeftResponse *self = data;
  Worker *worker = state;

  self->evaluate (worker->state, item, result, self->data);
}

static void
end_worker_cb (gpointer state)
{
  Worker *worker = state;

  if (worker->response->end != NULL)
    worker->response->end (worker->state);
  g_free (worker);
}

static void
nothing_cb (gpointer      state,
            gconstpointer item,
            gpointer      result,
            gpointer      data)
{
}

static void
function_cb (gpointer      state,
             const double *x,
             double       *y,
             gpointer      data)
{
  const WeftFunctionOf *of = data;

  *y = of->function (x, of->data);
}

static gboolean
map_here (const WeftResponse *self,
          const WeftAsking   *asking,
          const double       *x,
          double             *y,
          guint               n,
          GError            **error)
{
  gpointer state = begin_cb ((gpointer) self);
  gboolean stopped = FALSE;

  for (guint i = 0; i < n && !stopped; i++)
    {
      if (i % BATCH == 0 && asking != NULL && asking->progress != NULL)
        asking->progress ((double) i / n, asking->data);
      stopped = asking != NULL && g_cancellable_is_cancelled (asking->cancellable);
      if (!stopped)
        self->evaluate (state, x + (gsize) i * self->n_inputs, y + (gsize) i * self->n_outputs, self->data);
    }

  if (self->end != NULL)
    self->end (state);
  return !stopped || !g_cancellable_set_error_if_cancelled (asking->cancellable, error);
}

static gboolean
map_there (const WeftResponse *self,
           const WeftAsking   *asking,
           const double       *x,
           double             *y,
           guint               n,
           GError            **error)
{
  WeftWork work = { self->n_inputs * sizeof (double), self->n_outputs * sizeof (double),
                    begin_worker_cb, work_cb, end_worker_cb, (gpointer) self };
  WeftWork nothing = { .item_size = 1, .result_size = 1, .work = nothing_cb };
  gboolean done = weft_executor_set_work (asking->executor, &work, NULL, error);

  for (guint i = 0; i < n && done; i += BATCH)
    {
      if (asking->progress != NULL)
        asking->progress ((double) i / n, asking->data);
      done = weft_executor_map (asking->executor, x + (gsize) i * self->n_inputs, y + (gsize) i * self->n_outputs,
                                MIN (BATCH, n - i), asking->cancellable, error);
    }

  /* Ends what the workers keep while the response is still there. */
  weft_executor_set_work (asking->executor, &nothing, NULL, NULL);
  return done;
}

static void
part_progress_cb (double   share,
                  gpointer data)
{
  const WeftAskingPart *part = data;

  part->asking->progress (part->from + share * part->share, part->asking->data);
}

/**
 * weft_response_of_function: (skip)
 * @function: a plain function; must outlive the response
 * @n_inputs: of how many numbers
 *
 * Returns: the function as a response with one output
 */
WeftResponse
weft_response_of_function (WeftFunctionOf *function,
                           guint           n_inputs)
{
  return (WeftResponse) { .n_inputs = n_inputs, .n_outputs = 1, .evaluate = function_cb, .data = function };
}

/**
 * weft_response_map: (skip)
 * @self: a response
 * @asking: (nullable): how
 * @x: @n times its inputs
 * @y: (out): @n times its outputs
 * @n: how many questions
 * @error: return location
 *
 * The answers do not depend on the number of threads.
 *
 * Returns: %FALSE when it was cancelled
 */
gboolean
weft_response_map (const WeftResponse *self,
                   const WeftAsking   *asking,
                   const double       *x,
                   double             *y,
                   guint               n,
                   GError            **error)
{
  g_return_val_if_fail (self != NULL && self->evaluate != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (asking != NULL && g_cancellable_set_error_if_cancelled (asking->cancellable, error))
    return FALSE;
  if (n == 0)
    return TRUE;
  if (asking == NULL || asking->executor == NULL)
    return map_here (self, asking, x, y, n, error);
  return map_there (self, asking, x, y, n, error);
}

/**
 * weft_response_ask: (skip)
 * @self: a response
 * @x: its inputs
 * @y: (out): its outputs
 *
 * One question, on this thread.
 */
void
weft_response_ask (const WeftResponse *self,
                   const double       *x,
                   double             *y)
{
  weft_response_map (self, NULL, x, y, 1, NULL);
}

/**
 * weft_asking_part: (skip)
 * @part: some of the questions of a study
 *
 * Returns: how to put them; progress counts as that of the whole
 */
WeftAsking
weft_asking_part (const WeftAskingPart *part)
{
  WeftAsking asking = part->asking != NULL ? *part->asking : (WeftAsking) { 0 };

  if (asking.progress != NULL)
    {
      asking.progress = part_progress_cb;
      asking.data = (gpointer) part;
    }
  return asking;
}
