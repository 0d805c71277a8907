/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The framing of server-sent events: the same events however the bytes are cut, and none later than its last byte. */
#include <string.h>

#include "agent/weft-sse.h"

#define MAX_LINE 100
#define MAX_EVENT 120

/* What has happened, one letter a line: "e NAME|DATA", "c BYTES", "s LINE". Line feeds are shown as "/". */
static gboolean
event_cb (const char *name, const char *data, gsize length, gpointer user)
{
  g_autofree char *shown = g_strdelimit (g_strdup (data), "\n", '/');

  g_assert_cmpuint (strlen (data), ==, length);
  g_assert_true (g_utf8_validate (data, length, NULL));
  g_string_append_printf (user, "e %s|%s;", name, shown);
  return !g_str_equal (data, "stop");
}

static gboolean
comment_cb (gsize bytes, gpointer user)
{
  g_string_append_printf (user, "c %" G_GSIZE_FORMAT ";", bytes);
  return TRUE;
}

static gboolean
stray_cb (const char *line, gsize length, gpointer user)
{
  g_assert_cmpuint (strlen (line), ==, length);
  g_string_append_printf (user, "s %s;", line);
  return TRUE;
}

static WeftSse *
machine (GString *out)
{
  const WeftSseSink sink = { event_cb, comment_cb, stray_cb, out };

  return weft_sse_new (MAX_LINE, MAX_EVENT, &sink);
}

static const struct
{
  const char *bytes, *happened;
} cases[] = {
  { "", "" },
  { "data: a\n\n", "e message|a;" },
  { "data:a\n\n", "e message|a;" },
  { "data:  a\n\n", "e message| a;" },
  { "data: a\r\n\r\n", "e message|a;" },
  { "data: a\r\r", "e message|a;" },
  { "data: a\r\n\rdata: b\n\n", "e message|a;e message|b;" },
  { "data: a\n\r\ndata: b\r\n\n", "e message|a;e message|b;" },
  { "\xef\xbb\xbf" "data: a\n\n", "e message|a;" },
  { "\n\xef\xbb\xbf" "data: a\n\n", "s \xef\xbb\xbf" "data: a;" },
  { "data\n\n", "e message|;" },
  { "data\ndata\n\n", "e message|/;" },
  { "data: a\ndata: b\n\n", "e message|a/b;" },
  { "event: x\ndata: a\n\ndata: b\n\n", "e x|a;e message|b;" },
  { "event: x\n\ndata: b\n\n", "e message|b;" },
  { "event: x\nevent: y\ndata: b\n\n", "e y|b;" },
  { ": hello\n:\ndata: a\n\n", "c 7;c 1;e message|a;" },
  { "id: 1\nretry: 2\ndata: a\n\n", "e message|a;" },
  { "Data: a\nerror: {}\n\n", "s Data: a;s error: {};" },
  { "\n\n\n\r\n\r", "" },
  { "data: a", "" },
  { "data: a\n", "" },
  { "data: stop\n\ndata: more\n\n", "e message|stop;" },
  { "data: \xe2\x82\xac\xff\n\n", "e message|€\xef\xbf\xbd;" },
  { "data: \xe2\x82\n\n", "e message|\xef\xbf\xbd\xef\xbf\xbd;" },
};

static void
test_cuts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize step = 1; step <= 8; step++)
      {
        g_autoptr (GString) out = g_string_new (NULL);
        g_autoptr (WeftSse) sse = machine (out);
        gsize length = strlen (cases[i].bytes);

        for (gsize at = 0; at < length; at += step)
          weft_sse_feed (sse, cases[i].bytes + at, MIN (step, length - at));
        g_assert_cmpstr (out->str, ==, cases[i].happened);
      }
}

static void
test_zero (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (WeftSse) sse = machine (out);

  g_assert_true (weft_sse_feed (sse, "data: a\0b\n\n", 11));
  g_assert_cmpstr (out->str, ==, "e message|a\xef\xbf\xbd" "b;");
  g_assert_true (weft_sse_was_repaired (sse));
}

static void
test_rest (void)
{
  static const struct
  {
    const char *bytes, *rest;
    gboolean cut;
  } rests[] = {
    { "data: a\n\n", NULL, FALSE },
    { "data: a\n", "a", FALSE },
    { "data: a", "a", TRUE },
    { "data: a\ndata: b", "a\nb", TRUE },
    { "data: a\n\n: x", NULL, TRUE },
    { "", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rests); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      g_autoptr (WeftSse) sse = machine (out);
      gboolean cut = !rests[i].cut;

      weft_sse_feed (sse, rests[i].bytes, strlen (rests[i].bytes));
      g_assert_cmpstr (weft_sse_take_rest (sse, &cut), ==, rests[i].rest);
      g_assert_cmpint (cut, ==, rests[i].cut);
    }
}

/* Feeds @n times @byte behind @start, whole or one by one, and says which limit stopped it. */
static const char *
limit_of (const char *start, char byte, gsize n, const char *end, gsize step)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (WeftSse) sse = machine (out);
  g_autoptr (GString) bytes = g_string_new (start);
  gboolean more = TRUE;

  for (gsize i = 0; i < n; i++)
    g_string_append_c (bytes, byte);
  g_string_append (bytes, end);
  for (gsize at = 0; at < bytes->len; at += step)
    more = weft_sse_feed (sse, bytes->str + at, MIN (step, bytes->len - at));
  g_assert_cmpint (more, ==, weft_sse_get_limit (sse) == NULL);
  return weft_sse_get_limit (sse);
}

static void
test_limits (void)
{
  for (gsize step = 1; step < 1000; step = step * 3 + 1)
    {
      g_assert_cmpstr (limit_of ("data: ", 'x', MAX_LINE - 6, "\n\n", step), ==, NULL);
      g_assert_cmpstr (limit_of ("data: ", 'x', MAX_LINE - 5, "\n\n", step), ==, "line");
      g_assert_cmpstr (limit_of ("data: ", 'x', 10 * MAX_LINE, "", step), ==, "line");
      g_assert_cmpstr (limit_of (": ", 'x', MAX_LINE, "", step), ==, "line");
      g_assert_cmpstr (limit_of ("data: y\ndata: ", 'x', 90, "\ndata: zzzzzzzzzzzzzzz\n\n", step), ==, NULL);
      g_assert_cmpstr (limit_of ("data: y\ndata: ", 'x', 90, "\ndata: zzzzzzzzzzzzzzz\ndata: zzzzzzzzzzzzzzzz", step), ==, NULL);
      g_assert_cmpstr (limit_of ("data: y\ndata: ", 'x', 90, "\ndata: zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\n", step), ==,
                       "event");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sse/cuts", test_cuts);
  g_test_add_func ("/sse/zero", test_zero);
  g_test_add_func ("/sse/rest", test_rest);
  g_test_add_func ("/sse/limits", test_limits);
  return g_test_run ();
}
