/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A linear regression of answers on the normal numbers behind their draws, for the parts of the variance. */
#include "model/whatif/weft-uncertainty-private.h"

#include <math.h>

/* The drawn inputs and the sums that a regression needs. The column of ones comes first. */
typedef struct
{
  guint n_columns;
  guint n_rows;
  guint *inputs;   /* of the columns after the first */
  double *rows;    /* [row][column] */
  double *factor;  /* of the sums of products, lower triangle: L of L Lᵀ */
  double *slopes;
  gboolean is_whole; /* the factor is that of all rows */
} Regression;

static void
begin (Regression            *self,
       const WeftUncertainty *uncertainty,
       const WeftFactor      *factors,
       const double          *normals)
{
  guint n_inputs = uncertainty->n_inputs;

  *self = (Regression) { .n_columns = 1, .n_rows = MIN (uncertainty->n_samples, WEFT_UNCERTAINTY_ROWS) };
  self->inputs = g_new (guint, n_inputs + 1);
  for (guint i = 0; i < n_inputs; i++)
    if (factors[i].spread > 0)
      self->inputs[self->n_columns++ - 1] = i;

  self->rows = g_new (double, (gsize) self->n_rows * self->n_columns);
  self->factor = g_new0 (double, (gsize) self->n_columns * self->n_columns);
  self->slopes = g_new0 (double, self->n_columns);
  for (guint s = 0; s < self->n_rows; s++)
    {
      double *row = self->rows + (gsize) s * self->n_columns;

      row[0] = 1;
      for (guint i = 1; i < self->n_columns; i++)
        row[i] = normals[(gsize) s * n_inputs + self->inputs[i - 1]];
    }
}

static void
end (Regression *self)
{
  g_free (self->inputs);
  g_free (self->rows);
  g_free (self->factor);
  g_free (self->slopes);
}

/* %NAN where there is none. */
static double
answer (const WeftUncertainty *self,
        guint                  output,
        guint                  sample)
{
  double y = self->y[(gsize) output * self->n_samples + sample];

  if (!isfinite (y))
    return NAN;
  return self->bands[output].is_log ? log (y) : y;
}

/* Cholesky's, in place of the lower triangle; FALSE when the columns are not independent. */
static gboolean
decompose (Regression *self)
{
  double *l = self->factor;
  guint n = self->n_columns;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j <= i; j++)
      {
        double sum = l[i * n + j];

        for (guint k = 0; k < j; k++)
          sum -= l[i * n + k] * l[j * n + k];
        if (i == j && !(sum > 0))
          return FALSE;
        l[i * n + j] = i == j ? sqrt (sum) : sum / l[j * n + j];
      }
  return TRUE;
}

/* Sums of products over the rows that have an answer. */
static gboolean
prepare (Regression            *self,
         const WeftUncertainty *uncertainty,
         guint                  output,
         guint                 *n_used)
{
  guint n = self->n_columns;

  *n_used = 0;
  for (guint s = 0; s < self->n_rows; s++)
    *n_used += !isnan (answer (uncertainty, output, s));
  if (*n_used <= 2 * n)
    return FALSE;
  if (self->is_whole && *n_used == self->n_rows)
    return TRUE;

  for (guint i = 0; i < n * n; i++)
    self->factor[i] = 0;
  for (guint s = 0; s < self->n_rows; s++)
    {
      const double *row = self->rows + (gsize) s * n;

      if (isnan (answer (uncertainty, output, s)))
        continue;
      for (guint i = 0; i < n; i++)
        for (guint j = 0; j <= i; j++)
          self->factor[i * n + j] += row[i] * row[j];
    }
  self->is_whole = *n_used == self->n_rows;
  return decompose (self);
}

static void
solve (Regression            *self,
       const WeftUncertainty *uncertainty,
       guint                  output)
{
  guint n = self->n_columns;
  const double *l = self->factor;
  double *b = self->slopes;

  for (guint i = 0; i < n; i++)
    b[i] = 0;
  for (guint s = 0; s < self->n_rows; s++)
    {
      double y = answer (uncertainty, output, s);

      for (guint i = 0; i < n && !isnan (y); i++)
        b[i] += self->rows[(gsize) s * n + i] * y;
    }

  for (guint i = 0; i < n; i++)
    {
      for (guint k = 0; k < i; k++)
        b[i] -= l[i * n + k] * b[k];
      b[i] /= l[i * n + i];
    }
  for (guint i = n; i-- > 0;)
    {
      for (guint k = i + 1; k < n; k++)
        b[i] -= l[k * n + i] * b[k];
      b[i] /= l[i * n + i];
    }
}

/* Variance about the fitted plane. */
static double
residual_variance (const Regression      *self,
                   const WeftUncertainty *uncertainty,
                   guint                  output,
                   guint                  n_used)
{
  double sum = 0;

  for (guint s = 0; s < self->n_rows; s++)
    {
      double error = answer (uncertainty, output, s);

      if (isnan (error))
        continue;
      for (guint i = 0; i < self->n_columns; i++)
        error -= self->slopes[i] * self->rows[(gsize) s * self->n_columns + i];
      sum += error * error;
    }
  return sum / (n_used - self->n_columns);
}

/* A slope that is nothing but noise explains nothing: its expected square is taken off. */
static void
fill_shares (const Regression *self,
             WeftUncertainty  *uncertainty,
             guint             output,
             double            residual,
             guint             n_used)
{
  double *shares = uncertainty->shares + (gsize) output * uncertainty->n_inputs;
  double total = residual;

  for (guint i = 1; i < self->n_columns; i++)
    {
      double *share = &shares[self->inputs[i - 1]];

      *share = MAX (0, self->slopes[i] * self->slopes[i] - residual / n_used);
      total += *share;
    }
  for (guint i = 0; i < uncertainty->n_inputs && total > 0; i++)
    shares[i] /= total;
  uncertainty->rest[output] = total > 0 ? residual / total : 0;
}

static void
leave_untold (WeftUncertainty *self,
              guint            output)
{
  for (guint i = 0; i < self->n_inputs; i++)
    self->shares[(gsize) output * self->n_inputs + i] = NAN;
  self->rest[output] = NAN;
}

void
weft_uncertainty_explain (WeftUncertainty  *self,
                          const WeftFactor *factors,
                          const double     *normals)
{
  Regression regression;
  guint n_used;

  begin (&regression, self, factors, normals);
  for (guint output = 0; output < self->n_outputs; output++)
    if (prepare (&regression, self, output, &n_used))
      {
        solve (&regression, self, output);
        fill_shares (&regression, self, output, residual_variance (&regression, self, output, n_used), n_used);
      }
    else
      {
        leave_untold (self, output);
      }
  end (&regression);
}
