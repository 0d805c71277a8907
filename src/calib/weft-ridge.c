/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A weighted ridge: y and x are centred within each operator, x is measured in its weighted standard deviations, and the
 * normal equations of the shared slopes are solved by Cholesky. */
#include "calib/weft-ridge-private.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

#define N WEFT_N_PROJECTION_ATTRIBUTES

/* Slopes between two platforms would be whatever tells them apart. */
#define LEAST_PLATFORMS 3u

static const double lambdas[] = { INFINITY, 100, 30, 10, 3, 1, 0.3, 0.1, 0.03, 0.01 };

/* What one operator is centred by. */
typedef struct
{
  double w;
  double y;
  double x[N];
  double x_weight[N]; /* of those samples that know the attribute */
} Centre;

static gboolean
counts (const WeftRidgeSample *sample, guint32 left_out)
{
  return sample->platform != left_out;
}

static Centre
centre_of (const WeftRidgeSample *samples, guint32 n, guint32 left_out, guint32 group)
{
  Centre centre = { 0 };

  for (guint32 i = 0; i < n; i++)
    {
      const WeftRidgeSample *sample = &samples[i];

      if (!counts (sample, left_out) || sample->group != group)
        continue;
      centre.w += sample->weight;
      centre.y += sample->weight * sample->y;
      for (guint k = 0; k < N; k++)
        if (!isnan (sample->x[k]))
          {
            centre.x[k] += sample->weight * sample->x[k];
            centre.x_weight[k] += sample->weight;
          }
    }
  centre.y = centre.w > 0 ? centre.y / centre.w : NAN;
  for (guint k = 0; k < N; k++)
    centre.x[k] = centre.x_weight[k] > 0 ? centre.x[k] / centre.x_weight[k] : NAN;
  return centre;
}

/* An attribute that is not known counts as the mean: it says nothing. */
static double
centred (double x, double mean)
{
  return isnan (x) || isnan (mean) ? 0 : x - mean;
}

/* Sums of the normal equations in centred x: xx = sum w x x', xy = sum w x y. */
typedef struct
{
  double w;
  double xx[N][N];
  double xy[N];
} Normal;

static Normal
sum_samples (const WeftRidgeSample *samples, guint32 n, guint32 left_out)
{
  Normal sums = { 0 };
  guint32 group = G_MAXUINT32;
  Centre centre = { 0 };

  for (guint32 i = 0; i < n; i++)
    {
      const WeftRidgeSample *sample = &samples[i];

      if (!counts (sample, left_out))
        continue;
      if (sample->group != group)
        centre = centre_of (samples, n, left_out, group = sample->group);
      sums.w += sample->weight;
      for (guint k = 0; k < N; k++)
        {
          double x = centred (sample->x[k], centre.x[k]);

          sums.xy[k] += sample->weight * x * (sample->y - centre.y);
          for (guint j = 0; j < N; j++)
            sums.xx[k][j] += sample->weight * x * centred (sample->x[j], centre.x[j]);
        }
    }
  return sums;
}

/* Slopes per unit of x. Weights count as if their mean were one, so that lambda is worth so many samples. */
static void
solve (const Normal *sums, guint32 n, double lambda, double slope[N])
{
  double matrix[N * N];
  double right[N];
  double scale[N];
  double unit = n / sums->w;
  gsl_matrix_view a = gsl_matrix_view_array (matrix, N, N);
  gsl_vector_view b = gsl_vector_view_array (right, N);

  for (guint k = 0; k < N; k++)
    {
      scale[k] = sqrt (sums->xx[k][k] / sums->w);
      scale[k] = scale[k] > 1e-9 ? 1 / scale[k] : 0;
    }
  for (guint k = 0; k < N; k++)
    {
      right[k] = unit * scale[k] * sums->xy[k];
      for (guint j = 0; j < N; j++)
        matrix[k * N + j] = unit * scale[k] * scale[j] * sums->xx[k][j] + (k == j ? lambda : 0);
    }
  gsl_linalg_cholesky_decomp1 (&a.matrix);
  gsl_linalg_cholesky_svx (&a.matrix, &b.vector);
  for (guint k = 0; k < N; k++)
    slope[k] = scale[k] * right[k];
}

static guint32
count_samples (const WeftRidgeSample *samples, guint32 n, guint32 left_out)
{
  guint32 found = 0;

  for (guint32 i = 0; i < n; i++)
    found += counts (&samples[i], left_out);
  return found;
}

static void
find_slopes (const WeftRidgeSample *samples, guint32 n, double lambda, guint32 left_out, double slope[N])
{
  guint32 n_left = count_samples (samples, n, left_out);
  Normal sums;

  for (guint k = 0; k < N; k++)
    slope[k] = 0;
  if (!isfinite (lambda) || n_left == 0)
    return;
  sums = sum_samples (samples, n, left_out);
  solve (&sums, n_left, lambda, slope);
}

/* Beyond what was measured of an operator, no farther than what was measured spans. */
static double
hold (const WeftRidgeSample *samples, guint32 n, guint32 left_out, guint32 group, double y)
{
  double least = INFINITY;
  double most = -INFINITY;

  for (guint32 i = 0; i < n; i++)
    if (counts (&samples[i], left_out) && samples[i].group == group)
      {
        least = MIN (least, samples[i].y);
        most = MAX (most, samples[i].y);
      }
  return CLAMP (y, least - (most - least), most + (most - least));
}

static double
predict (const WeftRidgeSample *samples, guint32 n, const double slope[N], guint32 left_out, guint32 group,
         const double x[N])
{
  Centre centre = centre_of (samples, n, left_out, group);
  double y = centre.y;

  if (isnan (y))
    return NAN;
  for (guint k = 0; k < N; k++)
    y += slope[k] * centred (x[k], centre.x[k]);
  return hold (samples, n, left_out, group, y);
}

double
weft_ridge_predict (const WeftRidgeSample *samples, guint32 n, double lambda, guint32 left_out, guint32 group,
                    const double x[WEFT_N_PROJECTION_ATTRIBUTES])
{
  double slope[N];

  find_slopes (samples, n, lambda, left_out, slope);
  return predict (samples, n, slope, left_out, group, x);
}

/* Weighted sum of squares of what the others predict of one platform. */
static double
error_left_out (const WeftRidgeSample *samples, guint32 n, double lambda, guint32 platform)
{
  double slope[N];
  double sum = 0;

  find_slopes (samples, n, lambda, platform, slope);
  for (guint32 i = 0; i < n; i++)
    if (samples[i].platform == platform)
      {
        double error = predict (samples, n, slope, platform, samples[i].group, samples[i].x) - samples[i].y;

        sum += isnan (error) ? 0 : samples[i].weight * error * error;
      }
  return sum;
}

static guint
count_platforms (const WeftRidgeSample *samples, guint32 n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < n; i++)
    g_hash_table_add (seen, GUINT_TO_POINTER (samples[i].platform + 1));
  return g_hash_table_size (seen);
}

double
weft_ridge_choose (const WeftRidgeSample *samples, guint32 n)
{
  double best = INFINITY;
  double least = INFINITY;

  if (count_platforms (samples, n) < LEAST_PLATFORMS)
    return INFINITY;

  for (guint k = 0; k < G_N_ELEMENTS (lambdas); k++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
      double sum = 0;

      for (guint32 i = 0; i < n; i++)
        if (g_hash_table_add (seen, GUINT_TO_POINTER (samples[i].platform + 1)))
          sum += error_left_out (samples, n, lambdas[k], samples[i].platform);
      if (sum < least)
        {
          least = sum;
          best = lambdas[k];
        }
    }
  return best;
}
