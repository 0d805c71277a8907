/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time that events are stamped with. */

#include "trail/weft-trail-clock-private.h"

/* Seconds since 1970 from the environment, -1 when there are none or they are no number. */
static gint64
epoch_s (void)
{
  const char *text = g_getenv ("SOURCE_DATE_EPOCH");
  guint64 value;

  /* 9999-12-31, the last day that four digits can say. */
  if (text == NULL
      || !g_ascii_string_to_unsigned (text, 10, 0, G_GUINT64_CONSTANT (253402300799), &value, NULL))
    return -1;
  return value;
}

static gint64
epoch_us_cb (void)
{
  return MAX (epoch_s (), 0) * G_USEC_PER_SEC;
}

static gint64
zero_cb (void)
{
  return 0;
}

void
weft_trail_clock_init (WeftTrailClock *clock)
{
  clock->stopped = epoch_s () >= 0;
  clock->real_us = clock->stopped ? epoch_us_cb : g_get_real_time;
  clock->mono_us = clock->stopped ? zero_cb : g_get_monotonic_time;
}

/* "2026-11-29T11:02:03.123456Z". (transfer full) */
char *
weft_trail_time_format (gint64 real_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (MAX (real_us, 0) / G_USEC_PER_SEC);

  if (time == NULL)
    return g_strdup ("9999-12-31T23:59:59.999999Z");
  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", g_date_time_get_year (time),
                          g_date_time_get_month (time), g_date_time_get_day_of_month (time),
                          g_date_time_get_hour (time), g_date_time_get_minute (time),
                          g_date_time_get_second (time), (int) (MAX (real_us, 0) % G_USEC_PER_SEC));
}
