/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaussian process regression with a squared exponential kernel; length and noise are those of a few that make the
 * values likeliest. Values are taken less their mean and over their spread. */
#include "search/weft-gaussian-private.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

static const double lengths[] = { 1.5, 2.5, 4, 7 };
static const double noises[] = { 1e-3, 3e-2 };

/* As many values as the belief counts that the amplitude is their spread. */
#define BELIEVED 2.0

struct _WeftGaussian
{
  guint n;
  guint dimension;
  double *x;
  double mean;
  double sd;
  double length;
  double diagonal;     /* 1 and the noise */
  gboolean is_scaled;  /* level and amplitude are found with the length */
  double amplitude;    /* of the process, over the spread */
  gsl_matrix *factor;  /* L of Cholesky, in the lower triangle */
  gsl_vector *weights; /* K^-1 y */
  gsl_vector *row;     /* of a prediction */
};

static double
distance_squared (const double *a,
                  const double *b,
                  guint         dimension)
{
  double sum = 0;

  for (guint i = 0; i < dimension; i++)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

static void
fill_kernel (const gsl_matrix *distances,
             double            length,
             double            noise,
             gsl_matrix       *kernel)
{
  for (gsize i = 0; i < kernel->size1; i++)
    for (gsize j = 0; j <= i; j++)
      {
        double value = exp (-gsl_matrix_get (distances, i, j) / (2 * length * length));

        gsl_matrix_set (kernel, i, j, value);
        gsl_matrix_set (kernel, j, i, value);
      }
  for (gsize i = 0; i < kernel->size1; i++)
    gsl_matrix_set (kernel, i, i, 1 + noise);
}

/* Equation 2.30 without its constant. */
static double
log_likelihood (const gsl_matrix *factor,
                const gsl_vector *y,
                const gsl_vector *weights)
{
  double fit, log_determinant = 0;

  gsl_blas_ddot (y, weights, &fit);
  for (gsize i = 0; i < factor->size1; i++)
    log_determinant += log (gsl_matrix_get (factor, i, i));
  return -0.5 * fit - log_determinant;
}

static void
find_scale (WeftGaussian *self,
            const double *y)
{
  double squares = 0;

  for (guint i = 0; i < self->n; i++)
    self->mean += y[i] / self->n;
  for (guint i = 0; i < self->n; i++)
    squares += (y[i] - self->mean) * (y[i] - self->mean);
  self->sd = sqrt (squares / self->n);
  if (!(self->sd > 1e-9))
    self->sd = 1;
}

static gsl_matrix *
find_distances (const WeftGaussian *self)
{
  gsl_matrix *distances = gsl_matrix_alloc (self->n, self->n);

  for (guint i = 0; i < self->n; i++)
    for (guint j = 0; j <= i; j++)
      gsl_matrix_set (distances, i, j,
                      distance_squared (self->x + (gsize) i * self->dimension,
                                        self->x + (gsize) j * self->dimension, self->dimension));
  return distances;
}

/* Level and amplitude for which the values are likeliest with this factor (Jones et al. 1998, equations 5 and 6), the
 * amplitude drawn towards the spread of the values while they are few. Takes the level out of @weights. */
static double
profile (const gsl_matrix *factor,
         const gsl_vector *y,
         gsl_vector       *weights,
         double           *level,
         double           *amplitude)
{
  gsize n = y->size;
  gsl_vector *ones = gsl_vector_alloc (n);
  double along = 0, all = 0, fit = 0, log_determinant = 0;

  gsl_vector_set_all (ones, 1);
  gsl_linalg_cholesky_svx (factor, ones);
  for (gsize i = 0; i < n; i++)
    {
      along += gsl_vector_get (weights, i);
      all += gsl_vector_get (ones, i);
      log_determinant += log (gsl_matrix_get (factor, i, i));
    }
  *level = along / all;
  gsl_blas_daxpy (-*level, ones, weights);
  for (gsize i = 0; i < n; i++)
    fit += (gsl_vector_get (y, i) - *level) * gsl_vector_get (weights, i);
  gsl_vector_free (ones);
  *amplitude = sqrt ((BELIEVED + fit) / (BELIEVED + n));
  return -0.5 * (BELIEVED + n) * log (BELIEVED + fit) - log_determinant;
}

static void
fit (WeftGaussian     *self,
     const gsl_vector *y)
{
  gsl_matrix *distances = find_distances (self);
  gsl_matrix *kernel = gsl_matrix_alloc (self->n, self->n);
  gsl_vector *weights = gsl_vector_alloc (self->n);
  double best = -INFINITY, found_level = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint j = 0; j < G_N_ELEMENTS (noises); j++)
      {
        double likelihood, level = 0, amplitude = 1;

        /* The noise keeps the smallest eigenvalue well above 0, so the factor always exists. */
        fill_kernel (distances, lengths[i], noises[j], kernel);
        gsl_linalg_cholesky_decomp1 (kernel);
        gsl_linalg_cholesky_solve (kernel, y, weights);
        likelihood = self->is_scaled ? profile (kernel, y, weights, &level, &amplitude)
                                     : log_likelihood (kernel, y, weights);
        if (likelihood <= best)
          continue;
        best = likelihood;
        found_level = level;
        self->amplitude = amplitude;
        self->length = lengths[i];
        self->diagonal = 1 + noises[j];
        gsl_matrix_memcpy (self->factor, kernel);
        gsl_vector_memcpy (self->weights, weights);
      }

  self->mean += self->sd * found_level;
  gsl_matrix_free (distances);
  gsl_matrix_free (kernel);
  gsl_vector_free (weights);
}

static WeftGaussian *
create (const double *x,
        const double *y,
        guint         n,
        guint         dimension,
        gboolean      is_scaled)
{
  WeftGaussian *self = g_new0 (WeftGaussian, 1);
  gsl_vector *scaled = gsl_vector_alloc (n);

  self->n = n;
  self->dimension = dimension;
  self->is_scaled = is_scaled;
  self->x = g_memdup2 (x, sizeof *x * n * dimension);
  self->factor = gsl_matrix_alloc (n, n);
  self->weights = gsl_vector_alloc (n);
  self->row = gsl_vector_alloc (n);
  find_scale (self, y);
  for (guint i = 0; i < n; i++)
    gsl_vector_set (scaled, i, (y[i] - self->mean) / self->sd);
  fit (self, scaled);
  gsl_vector_free (scaled);
  return self;
}

WeftGaussian *
weft_gaussian_new (const double *x,
                   const double *y,
                   guint         n,
                   guint         dimension)
{
  return create (x, y, n, dimension, FALSE);
}

WeftGaussian *
weft_gaussian_new_scaled (const double *x,
                          const double *y,
                          guint         n,
                          guint         dimension)
{
  return create (x, y, n, dimension, TRUE);
}

void
weft_gaussian_free (WeftGaussian *self)
{
  gsl_matrix_free (self->factor);
  gsl_vector_free (self->weights);
  gsl_vector_free (self->row);
  g_free (self->x);
  g_free (self);
}

/* Expected improvement (Jones et al. 1998, equation 15) of a value of this mean and deviation. */
static double
improvement (double mean,
             double sd,
             double best)
{
  double above = (mean - best) / sd;

  return sd * (above * 0.5 * erfc (-above / G_SQRT2) + exp (-0.5 * above * above) / sqrt (2 * G_PI));
}

static double
deviation (double reduction)
{
  return sqrt (fmax (1 - reduction, 1e-12));
}

/* Fills the row of the kernel at @x. The mean there in units of the spread, and how near the nearest point is. */
static double
look (WeftGaussian *self,
      const double *x,
      double       *nearest)
{
  double mean;

  *nearest = 0;
  for (guint i = 0; i < self->n; i++)
    {
      double near = exp (-distance_squared (x, self->x + (gsize) i * self->dimension, self->dimension)
                         / (2 * self->length * self->length));

      gsl_vector_set (self->row, i, near);
      *nearest = fmax (*nearest, near);
    }
  gsl_blas_ddot (self->row, self->weights, &mean);
  return mean;
}

/* All points leave no more doubt than the nearest one alone. */
static double
most_deviation (const WeftGaussian *self,
                double              nearest)
{
  return self->amplitude * deviation (nearest * nearest / self->diagonal);
}

/* Where look() was last. */
static double
deviation_there (WeftGaussian *self)
{
  double reduction;

  gsl_blas_dtrsv (CblasLower, CblasNoTrans, CblasNonUnit, self->factor, self->row);
  gsl_blas_ddot (self->row, self->row, &reduction);
  return self->amplitude * deviation (reduction);
}

double
weft_gaussian_gain (double mean,
                    double sd,
                    double best)
{
  return improvement (mean, sd, best);
}

double
weft_gaussian_improve (WeftGaussian *self,
                       const double *x,
                       double        best,
                       double        least)
{
  double nearest, most;
  double mean = look (self, x, &nearest);

  best = (best - self->mean) / self->sd;
  most = self->sd * improvement (mean, most_deviation (self, nearest), best);
  if (most <= least)
    return most;
  return self->sd * improvement (mean, deviation_there (self), best);
}

void
weft_gaussian_glance (WeftGaussian *self,
                      const double *x,
                      double       *mean,
                      double       *most_sd)
{
  double nearest;

  *mean = self->mean + self->sd * look (self, x, &nearest);
  *most_sd = self->sd * most_deviation (self, nearest);
}

void
weft_gaussian_predict (WeftGaussian *self,
                       const double *x,
                       double       *mean,
                       double       *sd)
{
  double nearest;

  *mean = self->mean + self->sd * look (self, x, &nearest);
  *sd = self->sd * deviation_there (self);
}

/* Takes out of @inverse what level and slope explain: K^-1 - K^-1 H (H^T K^-1 H + B)^-1 H^T K^-1 (equation 2.42). */
static void
take_trend_out (gsl_matrix   *inverse,
                const double *trend,
                double        belief)
{
  guint n_trends = trend != NULL ? 2 : 1;
  gsize n = inverse->size1;
  gsl_matrix *columns = gsl_matrix_alloc (n, n_trends);
  gsl_matrix *along = gsl_matrix_alloc (n, n_trends);
  gsl_matrix *normal = gsl_matrix_alloc (n_trends, n_trends);
  gsl_matrix *part = gsl_matrix_alloc (n, n_trends);

  for (gsize i = 0; i < n; i++)
    {
      gsl_matrix_set (columns, i, 0, 1);
      if (trend != NULL)
        gsl_matrix_set (columns, i, 1, trend[i]);
    }
  gsl_blas_dgemm (CblasNoTrans, CblasNoTrans, 1, inverse, columns, 0, along);
  gsl_blas_dgemm (CblasTrans, CblasNoTrans, 1, columns, along, 0, normal);
  if (trend != NULL)
    gsl_matrix_set (normal, 1, 1, gsl_matrix_get (normal, 1, 1) + belief);
  gsl_linalg_cholesky_decomp1 (normal);
  gsl_linalg_cholesky_invert (normal);
  gsl_blas_dgemm (CblasNoTrans, CblasNoTrans, 1, along, normal, 0, part);
  gsl_blas_dgemm (CblasNoTrans, CblasTrans, -1, part, along, 1, inverse);
  gsl_matrix_free (columns);
  gsl_matrix_free (along);
  gsl_matrix_free (normal);
  gsl_matrix_free (part);
}

/* Equation 5.12: what a point would have been taken for without it, less what it is, is [K^-1 y] over [K^-1] at it; with a
 * trend that is found anew each time, the matrix above takes the inverse's place (Dubrule, "Cross validation of kriging in a
 * unique neighborhood", 1983). */
double
weft_gaussian_leave_one_out (WeftGaussian *self,
                             const double *y,
                             const double *trend,
                             double        belief)
{
  gsl_matrix *inverse = gsl_matrix_alloc (self->n, self->n);
  double squares = 0;

  gsl_matrix_memcpy (inverse, self->factor);
  gsl_linalg_cholesky_invert (inverse);
  take_trend_out (inverse, trend, belief);
  for (guint i = 0; i < self->n; i++)
    {
      double error = 0;

      for (guint j = 0; j < self->n; j++)
        error += gsl_matrix_get (inverse, i, j) * y[j];
      error /= fmax (gsl_matrix_get (inverse, i, i), 1e-12);
      squares += error * error;
    }
  gsl_matrix_free (inverse);
  return sqrt (squares / self->n);
}
