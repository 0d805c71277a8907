/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xoshiro256** and what is drawn from it. */
#include "base/weft-random.h"

#include <math.h>

static guint64
rotate (guint64 x,
        int     bits)
{
  return (x << bits) | (x >> (64 - bits));
}

static guint64
splitmix (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/**
 * weft_random_init: (skip)
 * @self: (out caller-allocates): a generator
 * @seed: the seed
 * @stream: which of the seed's streams
 */
void
weft_random_init (WeftRandom *self,
                  guint64     seed,
                  guint64     stream)
{
  guint64 state = stream;

  /* Mixed before they meet, so that (seed 1, stream 2) and (seed 2, stream 1) are two. */
  state = seed ^ splitmix (&state);
  for (guint i = 0; i < G_N_ELEMENTS (self->state); i++)
    self->state[i] = splitmix (&state);
}

/**
 * weft_random_next: (skip)
 * @self: a generator
 *
 * Returns: 64 random bits
 */
guint64
weft_random_next (WeftRandom *self)
{
  guint64 *s = self->state;
  guint64 result = rotate (s[1] * 5, 7) * 9;
  guint64 t = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate (s[3], 45);
  return result;
}

/**
 * weft_random_double: (skip)
 * @self: a generator
 *
 * Returns: a number in [0, 1)
 */
double
weft_random_double (WeftRandom *self)
{
  return (double) (weft_random_next (self) >> 11) * 0x1.0p-53;
}

/**
 * weft_random_below: (skip)
 * @self: a generator
 * @n: how many there are
 *
 * Returns: one of 0 ... @n - 1, each as likely as the others
 */
guint
weft_random_below (WeftRandom *self,
                   guint       n)
{
  guint64 limit;
  guint64 bits;

  g_return_val_if_fail (n > 0, 0);

  limit = G_MAXUINT64 - G_MAXUINT64 % n;
  do
    bits = weft_random_next (self);
  while (bits >= limit);

  return (guint) (bits % n);
}

/**
 * weft_random_normal: (skip)
 * @self: a generator
 *
 * Returns: a number of the standard normal distribution
 */
double
weft_random_normal (WeftRandom *self)
{
  double u = 1 - weft_random_double (self);
  double v = weft_random_double (self);

  return sqrt (-2 * log (u)) * cos (2 * G_PI * v);
}
