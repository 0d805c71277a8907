/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements for tests: from text, and made from known knobs with known noise. */
#pragma once

#include <glib.h>
#include <math.h>
#include <string.h>

#include "base/weft-random.h"
#include "base/weft-statistics.h"
#include "calib/weft-fit.h"
#include "calib/weft-measurement-private.h"

/* What a made series is: knobs of one segment, sizes over six decades. */
typedef struct
{
  double phi, beta, launch_s;
  double least_bytes, most_bytes;
  double least_intensity, most_intensity; /* operations for each byte; 0: none */
} Made;

static inline WeftMeasurements *
take_points (const char *points, const char *platforms)
{
  g_autoptr (GError) error = NULL;
  WeftMeasurements *self = weft_measurements_new ();

  if (platforms != NULL)
    weft_measurements_parse_platforms (self, "platforms.csv", platforms, strlen (platforms), &error);
  g_assert_no_error (error);
  weft_measurements_parse_points (self, "points.csv", points, strlen (points), NULL, NULL, &error);
  g_assert_no_error (error);
  return self;
}

static inline WeftFit *
fit_points (WeftMeasurements *measurements, guint most)
{
  g_autoptr (GError) error = NULL;
  WeftFit *fit = weft_fit_new (measurements, most, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return fit;
}

static inline double
spread (WeftRandom *random, double least, double most)
{
  return least * pow (most / least, weft_random_double (random));
}

/* Appends lines "platform,op,flops,bytes,n_dev,time_us". */
static inline void
make_points (GString *text, const char *platform, const char *op, const Made *made, double peak, double bw, guint n,
             double noise, WeftRandom *random)
{
  char buffers[3][G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < n; i++)
    {
      double bytes = floor (spread (random, made->least_bytes, made->most_bytes));
      double flops = made->most_intensity > 0
                       ? floor (bytes * spread (random, made->least_intensity, made->most_intensity)) : 0;
      double time_s = made->launch_s + MAX (flops / (peak * made->phi), bytes / (bw * made->beta));

      time_s *= exp (noise * weft_random_normal (random));
      g_string_append_printf (text, "%s,%s,%s,%s,1,%s\n", platform, op,
                              g_ascii_formatd (buffers[0], sizeof buffers[0], "%.0f", flops),
                              g_ascii_formatd (buffers[1], sizeof buffers[1], "%.0f", bytes),
                              g_ascii_formatd (buffers[2], sizeof buffers[2], "%.12g", time_s * 1e6));
    }
}

#define MADE_HEADER "platform,op,flops,bytes,n_dev,time_us\n"

/* A file beside the project, or NULL after the test was skipped. (transfer full) */
static inline char *
shared_file (const char *folder, const char *name)
{
  const char *shared = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *path = shared != NULL ? g_build_filename (shared, folder, name, NULL) : NULL;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("WEFT_SHARED_DIR has no such file");
      return NULL;
    }
  return g_steal_pointer (&path);
}

#define assert_near(a, b, tolerance) \
  G_STMT_START \
  { \
    double near_a = (a), near_b = (b); \
    if (!(fabs (near_a - near_b) <= (tolerance) *fabs (near_b))) \
      g_error ("%s:%d: %s = %.9g, expected %.9g within %g", __FILE__, __LINE__, #a, near_a, near_b, (double) (tolerance)); \
  } \
  G_STMT_END
