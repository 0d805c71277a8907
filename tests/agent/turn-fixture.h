/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers made by a test. */
#pragma once

#include <string.h>

#include "agent/weft-turn-reader.h"

static const char *const fixture_tools[] = { "evaluate_design", "ask", NULL };

/* A reader behind the head of an event stream. */
static inline WeftTurnReader *
fixture_reader (const WeftTurnLimits *limits)
{
  g_autoptr (GHashTable) headers = g_hash_table_new (g_str_hash, g_str_equal);
  WeftTurnReader *self = weft_turn_reader_new (limits, fixture_tools, 784111777);

  g_hash_table_insert (headers, (gpointer) "content-type", (gpointer) "text/event-stream");
  weft_turn_reader_begin (self, 200, headers);
  return self;
}

/* One event whose only choice is @choice. */
static inline gboolean
fixture_choice (WeftTurnReader *self, const char *choice)
{
  g_autofree char *event = g_strdup_printf ("data: {\"choices\":[{\"index\":0,%s}]}\n\n", choice);

  return weft_turn_reader_feed (self, event, strlen (event));
}

static inline gboolean
fixture_delta (WeftTurnReader *self, const char *delta)
{
  g_autofree char *choice = g_strdup_printf ("\"delta\":{%s}", delta);

  return fixture_choice (self, choice);
}

/* The finish and [DONE], then the answer. */
static inline WeftTurn *
fixture_finish (WeftTurnReader *self, const char *reason)
{
  g_autofree char *choice = g_strdup_printf ("\"delta\":{},\"finish_reason\":\"%s\"", reason);

  fixture_choice (self, choice);
  weft_turn_reader_feed (self, "data: [DONE]\n\n", strlen ("data: [DONE]\n\n"));
  return weft_turn_reader_end (self, WEFT_END_EOF);
}

static inline WeftTurnCall *
fixture_call (WeftTurn *turn, guint i)
{
  g_assert_cmpuint (i, <, turn->calls->len);
  return g_ptr_array_index (turn->calls, i);
}

static inline gboolean
fixture_warns (WeftTurn *turn, const char *warning)
{
  for (guint i = 0; i < turn->warnings->len; i++)
    if (g_str_equal (g_ptr_array_index (turn->warnings, i), warning))
      return TRUE;
  return FALSE;
}
