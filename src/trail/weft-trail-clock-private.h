/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time that events are stamped with. SOURCE_DATE_EPOCH stops it, so that the same run gives the same bytes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Microseconds: since 1970, and of a clock that never goes back. */
typedef struct
{
  gint64 (*real_us) (void);
  gint64 (*mono_us) (void);
  gboolean stopped;
} WeftTrailClock;

#define WEFT_TRAIL_TIME_LENGTH 27

void  weft_trail_clock_init   (WeftTrailClock *clock);
char *weft_trail_time_format  (gint64 real_us);

G_END_DECLS
