/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Robust nonlinear least squares: Levenberg (1944) and Marquardt (1963), with the weights of Huber's loss (1964)
 * renewed in every step and parameters held where a bound stops them. */
#include <math.h>
#include <string.h>

#include "calib/gauge/weft-gauge-part-private.h"

#define MAX_STEPS 60u
/* A larger error of ln (predicted / measured) counts by its size, no longer by its square. */
#define HUBER 0.1
/* Of a row that is not predicted at a trial point but was at the start. */
#define LOST_ERROR 3.0
/* Relative step of the numeric derivative: wide enough for tables with kinks, narrow for a double's digits. */
#define NUDGE 1e-4
/* How far it is looked whether a parameter moves a row at all. */
#define LOOK 0.3
/* Between two full Jacobians only what was seen to move is derived. */
#define FULL_EVERY 4u
#define FIRST_DAMPING 1e-3
#define MOST_DAMPING 1e10
/* The sum has stopped falling. */
#define ENOUGH 1e-7
#define MOVES 1e-9

typedef struct
{
  const WeftGaugePart *part;
  GCancellable *cancellable;
  guint n; /* parameters */
  guint m; /* rows */
  guint *row;         /* [m] index of the case */
  double *weight;     /* [m] */
  double *log_value;  /* [m] ln measured */
  int *parent;        /* [n], -1 for none */
  double *x;          /* [n] for predictions */
  double *u;          /* [n] where it is */
  double *trial;      /* [n] */
  double *error;      /* [m] */
  double *trial_error;
  double *jacobian;   /* [m][n] */
  guint8 *seen;       /* [m][n] whether a parameter was seen to move a row */
  double *a, *l;      /* [n][n] */
  double *gradient, *step;
} Solver;

static const WeftGaugeParameter *
parameter_at (const Solver *self, guint j)
{
  return self->part->parameters->pdata[j];
}

/* --- scales --- */

static double
to_u (const WeftGaugeParameter *parameter, double x)
{
  return parameter->is_log ? log (x) : x;
}

static double
to_x (const WeftGaugeParameter *parameter, double u)
{
  return CLAMP (parameter->is_log ? exp (u) : u, parameter->low, parameter->high);
}

static double
low_u (const WeftGaugeParameter *parameter)
{
  return parameter->is_log && parameter->low <= 0 ? -INFINITY : to_u (parameter, parameter->low);
}

/* The step of a derivative, away from a bound. */
static double
nudge_of (const WeftGaugeParameter *parameter, double u, double share)
{
  double room = isfinite (parameter->high) && isfinite (parameter->low) ? parameter->high - parameter->low : 1;
  double nudge = parameter->is_log ? share : share * (fabs (u) + 0.01 * room);

  return u + nudge > to_u (parameter, parameter->high) ? -nudge : nudge;
}

static int
find_parent (const WeftGaugePart *part, guint child)
{
  const WeftGaugeParameter *parameter = part->parameters->pdata[child];

  for (guint j = 0; parameter->parent != NULL && j < child; j++)
    {
      const WeftGaugeParameter *other = part->parameters->pdata[j];

      if (g_str_equal (other->key, parameter->parent) && other->is_log == parameter->is_log)
        return (int) j;
    }
  return -1;
}

void
weft_gauge_start (const WeftGaugePart *part, double *x)
{
  for (guint j = 0; j < part->parameters->len; j++)
    {
      const WeftGaugeParameter *parameter = part->parameters->pdata[j];
      int parent = find_parent (part, j);

      x[j] = CLAMP (parent >= 0 ? x[parent] : parameter->start, parameter->low, parameter->high);
    }
}

/* --- errors --- */

static double
error_of (const Solver *self, guint i)
{
  double predicted = self->part->domain->predict (self->part->context, self->x, self->part->cases->pdata[self->row[i]]);

  return predicted > 0 && isfinite (predicted) ? log (predicted) - self->log_value[i] : NAN;
}

static void
set_x (Solver *self, const double *u)
{
  for (guint j = 0; j < self->n; j++)
    self->x[j] = to_x (parameter_at (self, j), u[j]);
}

static double
pull_error (const Solver *self, const double *u, guint j)
{
  const WeftGaugeParameter *parameter = parameter_at (self, j);
  double target = self->parent[j] >= 0 ? u[self->parent[j]] : to_u (parameter, parameter->start);

  return u[j] - target;
}

static double
huber_loss (double error)
{
  double size = fabs (error);

  return size <= HUBER ? size * size : HUBER * (2 * size - HUBER);
}

/* The sum that is to be least. */
static double
evaluate (Solver *self, const double *u, double *error)
{
  double sum = 0;

  set_x (self, u);
  for (guint i = 0; i < self->m; i++)
    {
      error[i] = error_of (self, i);
      sum += self->weight[i] * huber_loss (isnan (error[i]) ? LOST_ERROR : error[i]);
    }
  for (guint j = 0; j < self->n; j++)
    {
      double pull = parameter_at (self, j)->pull;

      if (pull > 0)
        sum += pull * pow (pull_error (self, u, j), 2);
    }
  return sum;
}

/* --- derivatives --- */

static void
derive_parameter (Solver *self, guint j, gboolean is_full)
{
  const WeftGaugeParameter *parameter = parameter_at (self, j);
  double nudge = nudge_of (parameter, self->u[j], NUDGE);

  self->x[j] = to_x (parameter, self->u[j] + nudge);
  for (guint i = 0; i < self->m; i++)
    {
      gsize at = (gsize) i * self->n + j;
      double slope = 0;

      if ((is_full || self->seen[at]) && !isnan (self->error[i]))
        slope = (error_of (self, i) - self->error[i]) / nudge;
      self->jacobian[at] = isfinite (slope) && fabs (slope) > MOVES ? slope : 0;
      self->seen[at] |= self->jacobian[at] != 0;
    }
  self->x[j] = to_x (parameter, self->u[j]);
}

static void
derive (Solver *self, gboolean is_full)
{
  set_x (self, self->u);
  for (guint j = 0; j < self->n; j++)
    derive_parameter (self, j, is_full);
}

/* A row that another term bounds now may be moved later: look farther once. */
static void
look_around (Solver *self)
{
  set_x (self, self->u);
  for (guint j = 0; j < self->n; j++)
    for (int sign = -1; sign <= 1; sign += 2)
      {
        const WeftGaugeParameter *parameter = parameter_at (self, j);

        self->x[j] = to_x (parameter, self->u[j] + sign * fabs (nudge_of (parameter, self->u[j], LOOK)));
        for (guint i = 0; i < self->m; i++)
          self->seen[(gsize) i * self->n + j] |= error_of (self, i) != self->error[i];
        self->x[j] = to_x (parameter, self->u[j]);
      }
}

/* --- a step --- */

/* A row counts less the farther off it is; see Huber. */
static double
row_weight (const Solver *self, guint i)
{
  double size = fabs (self->error[i]);

  if (isnan (size))
    return 0;
  return self->weight[i] * (size <= HUBER ? 1 : HUBER / size);
}

static void
add_row (Solver *self, guint i)
{
  const double *slope = &self->jacobian[(gsize) i * self->n];
  double weight = row_weight (self, i);

  for (guint j = 0; j < self->n; j++)
    {
      if (slope[j] == 0)
        continue;
      self->gradient[j] += weight * slope[j] * self->error[i];
      for (guint k = 0; k <= j; k++)
        self->a[(gsize) j * self->n + k] += weight * slope[j] * slope[k];
    }
}

static void
add_pull (Solver *self, guint j)
{
  double pull = parameter_at (self, j)->pull;
  double error = pull > 0 ? pull_error (self, self->u, j) : 0;
  int parent = self->parent[j];

  if (!(pull > 0))
    return;
  self->gradient[j] += pull * error;
  self->a[(gsize) j * self->n + j] += pull;
  if (parent < 0)
    return;
  self->gradient[parent] -= pull * error;
  self->a[(gsize) parent * self->n + parent] += pull;
  self->a[(gsize) j * self->n + (guint) parent] -= pull;
}

static void
build (Solver *self)
{
  if (self->n > 0)
    {
      memset (self->a, 0, sizeof (double) * self->n * self->n);
      memset (self->gradient, 0, sizeof (double) * self->n);
    }
  for (guint i = 0; i < self->m; i++)
    add_row (self, i);
  for (guint j = 0; j < self->n; j++)
    add_pull (self, j);
}

static gboolean
is_held (const Solver *self, guint j)
{
  const WeftGaugeParameter *parameter = parameter_at (self, j);
  double u = self->u[j];

  return self->a[(gsize) j * self->n + j] <= 0 || (u <= low_u (parameter) && self->gradient[j] > 0)
         || (u >= to_u (parameter, parameter->high) && self->gradient[j] < 0);
}

/* Cholesky's decomposition of the damped matrix, held parameters left out; FALSE when it is not positive. */
static gboolean
decompose (Solver *self, const gboolean *held, double damping)
{
  guint n = self->n;

  for (guint j = 0; j < n; j++)
    for (guint k = 0; k <= j; k++)
      {
        double sum = j == k ? (held[j] ? 1 : self->a[(gsize) j * n + j] * (1 + damping))
                            : (held[j] || held[k] ? 0 : self->a[(gsize) j * n + k]);

        for (guint q = 0; q < k; q++)
          sum -= self->l[(gsize) j * n + q] * self->l[(gsize) k * n + q];
        if (j == k && !(sum > 0))
          return FALSE;
        self->l[(gsize) j * n + k] = j == k ? sqrt (sum) : sum / self->l[(gsize) k * n + k];
      }
  return TRUE;
}

static void
substitute (Solver *self, const gboolean *held)
{
  guint n = self->n;

  for (guint j = 0; j < n; j++)
    {
      double sum = held[j] ? 0 : -self->gradient[j];

      for (guint k = 0; k < j; k++)
        sum -= self->l[(gsize) j * n + k] * self->step[k];
      self->step[j] = sum / self->l[(gsize) j * n + j];
    }
  for (guint j = n; j-- > 0;)
    {
      double sum = self->step[j];

      for (guint k = j + 1; k < n; k++)
        sum -= self->l[(gsize) k * n + j] * self->step[k];
      self->step[j] = sum / self->l[(gsize) j * n + j];
    }
}

static void
take_trial (Solver *self)
{
  for (guint j = 0; j < self->n; j++)
    {
      const WeftGaugeParameter *parameter = parameter_at (self, j);

      self->trial[j] = CLAMP (self->u[j] + self->step[j], low_u (parameter), to_u (parameter, parameter->high));
    }
}

/* Damps more until the sum falls. FALSE when no step makes it fall. */
static gboolean
improve (Solver *self, double *sum, double *damping)
{
  g_autofree gboolean *held = g_new (gboolean, self->n);

  for (guint j = 0; j < self->n; j++)
    held[j] = is_held (self, j);
  for (; *damping < MOST_DAMPING; *damping *= 4)
    {
      double trial_sum;

      if (!decompose (self, held, *damping))
        continue;
      substitute (self, held);
      take_trial (self);
      trial_sum = evaluate (self, self->trial, self->trial_error);
      if (trial_sum >= *sum)
        continue;
      memcpy (self->u, self->trial, sizeof (double) * self->n);
      memcpy (self->error, self->trial_error, sizeof (double) * self->m);
      *sum = trial_sum;
      *damping = MAX (*damping / 9, 1e-12);
      return TRUE;
    }
  return FALSE;
}

/* --- the whole --- */

/* Sets weigh as the root of their rows, so that a large one does not drown a small one; all together as many as
 * there are rows, so that pulls mean the same. */
static void
weigh (Solver *self, const gboolean *use)
{
  g_autoptr (GHashTable) n_of = g_hash_table_new (g_str_hash, g_str_equal);
  double sum = 0;

  for (guint i = 0; i < self->m; i++)
    {
      const WeftGaugeCase *a_case = self->part->cases->pdata[self->row[i]];

      g_hash_table_insert (n_of, a_case->set,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (n_of, a_case->set)) + 1));
    }
  for (guint i = 0; i < self->m; i++)
    {
      const WeftGaugeCase *a_case = self->part->cases->pdata[self->row[i]];

      self->weight[i] = a_case->weight / sqrt (GPOINTER_TO_UINT (g_hash_table_lookup (n_of, a_case->set)));
      sum += self->weight[i];
    }
  for (guint i = 0; i < self->m && sum > 0; i++)
    self->weight[i] *= self->m / sum;
}

/* Rows that count and of which the model says something at the start. */
static void
pick_rows (Solver *self, const gboolean *use)
{
  self->m = 0;
  set_x (self, self->u);
  for (guint i = 0; i < self->part->cases->len; i++)
    {
      const WeftGaugeCase *a_case = self->part->cases->pdata[i];

      if (!use[i] || !(a_case->weight > 0))
        continue;
      self->row[self->m] = i;
      self->log_value[self->m] = log (a_case->measured);
      if (!isnan (error_of (self, self->m)))
        self->m++;
    }
  weigh (self, use);
}

static void
solver_init (Solver *self, const WeftGaugeProblem *problem)
{
  guint n = problem->part->parameters->len;
  guint m = problem->part->cases->len;

  *self = (Solver) { .part = problem->part, .cancellable = problem->cancellable, .n = n };
  self->row = g_new (guint, m);
  self->weight = g_new (double, m);
  self->log_value = g_new (double, m);
  self->parent = g_new (int, n);
  self->x = g_new (double, n);
  self->u = g_new (double, n);
  self->trial = g_new (double, n);
  self->error = g_new (double, m);
  self->trial_error = g_new (double, m);
  self->jacobian = g_new0 (double, (gsize) m * n);
  self->seen = g_new0 (guint8, (gsize) m * n);
  self->a = g_new (double, (gsize) n * n);
  self->l = g_new0 (double, (gsize) n * n);
  self->gradient = g_new (double, n);
  self->step = g_new (double, n);
  for (guint j = 0; j < n; j++)
    self->parent[j] = find_parent (problem->part, j);
  weft_gauge_start (problem->part, self->x);
  for (guint j = 0; j < n; j++)
    self->u[j] = to_u (parameter_at (self, j), self->x[j]);
  pick_rows (self, problem->use);
}

static void
solver_clear (Solver *self)
{
  g_free (self->row);
  g_free (self->weight);
  g_free (self->log_value);
  g_free (self->parent);
  g_free (self->x);
  g_free (self->u);
  g_free (self->trial);
  g_free (self->error);
  g_free (self->trial_error);
  g_free (self->jacobian);
  g_free (self->seen);
  g_free (self->a);
  g_free (self->l);
  g_free (self->gradient);
  g_free (self->step);
}

static gboolean
descend (Solver *self)
{
  double sum = evaluate (self, self->u, self->error);
  double damping = FIRST_DAMPING;

  look_around (self);
  for (guint step = 0; step < MAX_STEPS; step++)
    {
      double before = sum;

      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      derive (self, step % FULL_EVERY == 0);
      build (self);
      if (!improve (self, &sum, &damping) || before - sum <= ENOUGH * before)
        break;
    }
  return TRUE;
}

gboolean
weft_gauge_solve (const WeftGaugeProblem *problem, double *x)
{
  Solver self;
  gboolean done;

  solver_init (&self, problem);
  done = descend (&self);
  for (guint j = 0; j < self.n; j++)
    x[j] = to_x (parameter_at (&self, j), self.u[j]);
  solver_clear (&self);
  return done;
}
