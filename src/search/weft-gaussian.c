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

struct _WeftGaussian
{
  guint n;
  guint dimension;
  double *x;
  double mean;
  double sd;
  double length;
  double diagonal;     /* 1 and the noise */
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

static void
fit (WeftGaussian     *self,
     const gsl_vector *y)
{
  gsl_matrix *distances = find_distances (self);
  gsl_matrix *kernel = gsl_matrix_alloc (self->n, self->n);
  gsl_vector *weights = gsl_vector_alloc (self->n);
  double best = -INFINITY;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint j = 0; j < G_N_ELEMENTS (noises); j++)
      {
        double likelihood;

        /* The noise keeps the smallest eigenvalue well above 0, so the factor always exists. */
        fill_kernel (distances, lengths[i], noises[j], kernel);
        gsl_linalg_cholesky_decomp1 (kernel);
        gsl_linalg_cholesky_solve (kernel, y, weights);
        likelihood = log_likelihood (kernel, y, weights);
        if (likelihood <= best)
          continue;
        best = likelihood;
        self->length = lengths[i];
        self->diagonal = 1 + noises[j];
        gsl_matrix_memcpy (self->factor, kernel);
        gsl_vector_memcpy (self->weights, weights);
      }

  gsl_matrix_free (distances);
  gsl_matrix_free (kernel);
  gsl_vector_free (weights);
}

WeftGaussian *
weft_gaussian_new (const double *x,
                   const double *y,
                   guint         n,
                   guint         dimension)
{
  WeftGaussian *self = g_new0 (WeftGaussian, 1);
  gsl_vector *scaled = gsl_vector_alloc (n);

  self->n = n;
  self->dimension = dimension;
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

double
weft_gaussian_improve (WeftGaussian *self,
                       const double *x,
                       double        best,
                       double        least)
{
  double nearest = 0, mean, reduction, most;

  best = (best - self->mean) / self->sd;
  for (guint i = 0; i < self->n; i++)
    {
      double near = exp (-distance_squared (x, self->x + (gsize) i * self->dimension, self->dimension)
                         / (2 * self->length * self->length));

      gsl_vector_set (self->row, i, near);
      nearest = fmax (nearest, near);
    }
  gsl_blas_ddot (self->row, self->weights, &mean);

  /* All points leave no more doubt than the nearest one alone. */
  most = self->sd * improvement (mean, deviation (nearest * nearest / self->diagonal), best);
  if (most <= least)
    return most;

  gsl_blas_dtrsv (CblasLower, CblasNoTrans, CblasNonUnit, self->factor, self->row);
  gsl_blas_ddot (self->row, self->row, &reduction);
  return self->sd * improvement (mean, deviation (reduction), best);
}
