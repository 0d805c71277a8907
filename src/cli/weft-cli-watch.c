/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second thread looks whether a signal came, since little may be done where one arrives. */
#include "cli/weft-cli-watch.h"

#include <signal.h>

#include "cli/weft-cli.h"

/* Between two looks, well below a tenth of a second. */
#define LOOK_US 20000

static volatile sig_atomic_t caught;

static void
catch_signal_cb (int number)
{
  caught = number;
}

static gpointer
watch_cb (gpointer data)
{
  WeftCliWatch *self = data;

  while (!g_atomic_int_get (&self->ended))
    {
      g_usleep (LOOK_US);
      if (caught != 0)
        g_cancellable_cancel (self->cancellable);
    }
  return NULL;
}

void
weft_cli_watch_begin (WeftCliWatch *self)
{
  struct sigaction action = { .sa_handler = catch_signal_cb, .sa_flags = SA_RESETHAND };

  caught = 0;
  self->ended = FALSE;
  self->cancellable = g_cancellable_new ();
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  self->thread = g_thread_new ("watch", watch_cb, self);
}

void
weft_cli_watch_end (WeftCliWatch *self)
{
  if (self->thread == NULL)
    return;
  g_atomic_int_set (&self->ended, TRUE);
  g_thread_join (g_steal_pointer (&self->thread));
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  weft_cli_show_progress (NULL);
  g_clear_object (&self->cancellable);
}
