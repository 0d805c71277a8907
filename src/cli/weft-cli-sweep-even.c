/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft sweep --break-even`: where one design overtakes another, or reaches a number, as one input moves. */
#include "cli/weft-cli-sweep.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "model/whatif/weft-break-even.h"

/* Points at which a range is looked through. */
#define SCANS 65

/* What the design is held against, and by what name. */
typedef struct
{
  WeftWhatifResponse *response;
  WeftResponse function; /* two answers */
  double goal;           /* NAN for another design */
  char *first;
  char *second;
} Contest;

static void
contest_clear (Contest *self)
{
  g_clear_pointer (&self->response, weft_whatif_response_free);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->second, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Contest, contest_clear)

/* The design's answer, and beside it the number that it shall reach. */
static void
against_goal_cb (gpointer state, const double *x, double *y, gpointer data)
{
  const Contest *self = data;

  weft_response_ask (weft_whatif_response_get (self->response), x, y);
  y[1] = self->goal;
}

/* A number, unless a file is called so. */
static gboolean
is_number (const char *text, double *number)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && isfinite (*number) && !g_file_test (text, G_FILE_TEST_EXISTS);
}

static void
name_both (Contest *self, WeftCliSweep *sweep, WeftWhatif *other)
{
  const char *first = weft_whatif_get_name (sweep->whatif),
             *second = other != NULL ? weft_whatif_get_name (other) : NULL;
  gboolean same = g_strcmp0 (first, second) == 0;

  self->first = same ? g_filename_display_name (sweep->options->arguments[0]) : g_strdup (first);
  if (second == NULL)
    self->second = weft_output_format (weft_whatif_response_output (self->response, 0), self->goal);
  else
    self->second = same ? g_filename_display_name (sweep->break_even) : g_strdup (second);
}

static int
prepare (WeftCliSweep *sweep, const WeftCliInput *over, Contest *self)
{
  const char *paths[] = { weft_input_get_path (over->input), NULL };
  const char *outputs[] = { weft_cli_sweep_outputs (sweep)[0], NULL };
  gboolean number = is_number (sweep->break_even, &self->goal);
  g_autoptr (WeftWhatif) other = NULL;
  g_autoptr (GPtrArray) designs = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (!number)
    {
      self->goal = NAN;
      other = weft_cli_sweep_read_design (sweep->evaluator, sweep->options, sweep->break_even, &status);
      if (other == NULL)
        return status;
    }
  designs = weft_cli_sweep_designs (sweep, other);
  self->response = weft_whatif_response_new (designs, paths, outputs, WEFT_ASK_EXACTLY, &error);
  if (self->response == NULL)
    return weft_cli_refuse ("sweep: %s", error->message);
  weft_whatif_response_factors (self->response)->low = over->low;
  weft_whatif_response_factors (self->response)->high = over->high;
  weft_whatif_response_factors (self->response)->is_log = over->log;
  self->function = number ? (WeftResponse) { .n_inputs = 1, .n_outputs = 2, .evaluate = against_goal_cb, .data = self }
                          : *weft_whatif_response_get (self->response);
  name_both (self, sweep, other);
  return WEFT_EXIT_DONE;
}

/* --- words --- */

static void
print_crossing (const Contest *self, const WeftCrossing *crossing)
{
  WeftOutput *what = weft_whatif_response_output (self->response, 0);
  g_autofree char *x = weft_input_format (weft_whatif_response_input (self->response, 0), crossing->x);
  g_autofree char *first = weft_output_format (what, crossing->first);
  g_autofree char *second = weft_output_format (what, crossing->second);
  g_autofree char *line = NULL;

  if (crossing->is_end)
    line = g_strdup_printf (_("at %s both have %s"), x, first);
  else if (!crossing->is_jump)
    line = g_strdup_printf (crossing->first_rises ? _("at %s both have %s; beyond it %s is better")
                                                  : _("at %s both have %s; up to there %s is better"),
                            x, first, self->first);
  else
    line = g_strdup_printf (crossing->first_rises ? _("from %s on %s is better, by a jump: %s against %s")
                                                  : _("from %s on %s is no longer better, by a jump: %s against %s"),
                            x, self->first, first, second);
  weft_cli_print_wrapped ("", "  ", line);
}

static char *
end_text (const Contest *self, double x, double first, double second)
{
  WeftOutput *what = weft_whatif_response_output (self->response, 0);
  g_autofree char *at = weft_input_format (weft_whatif_response_input (self->response, 0), x);
  g_autofree char *a = weft_output_format (what, first);
  g_autofree char *b = weft_output_format (what, second);

  /* Translators: at a value of the input, a first answer against a second one */
  return g_strdup_printf (_("at %s %s against %s"), at, a, b);
}

static void
print_words (WeftCliSweep *sweep, const Contest *self, const WeftBreakEven *found)
{
  WeftOutput *what = weft_whatif_response_output (self->response, 0);
  g_autofree char *title = weft_input_dup_title (weft_whatif_response_input (self->response, 0));
  g_autofree char *low = end_text (self, found->low, found->first_low, found->second_low);
  g_autofree char *high = end_text (self, found->high, found->first_high, found->second_high);
  g_autofree char *line = NULL;

  g_print (_("%s of %s against %s, over %s\n"), what->label, self->first, self->second, title);
  for (guint i = 0; i < found->n_crossings; i++)
    print_crossing (self, &found->crossings[i]);
  if (found->n_crossings > 0)
    return;
  line = g_strdup_printf (found->always_equal ? _("both are equal throughout: %s, %s") : _("no break-even: %s, %s"),
                          low, high);
  weft_cli_print_wrapped ("", "  ", line);
}

static void
print_json (WeftCliSweep *sweep, const Contest *self, const WeftBreakEven *found)
{
  JsonObject *object = weft_cli_sweep_begin_json (sweep);
  JsonArray *crossings = json_array_new ();
  const double ends[2][3] = { { found->low, found->first_low, found->second_low },
                              { found->high, found->first_high, found->second_high } };

  json_object_set_string_member (object, "against", self->second);
  json_object_set_object_member (object, "output",
                                 weft_cli_sweep_output_json (weft_whatif_response_output (self->response, 0)));
  json_object_set_object_member (object, "input",
                                 weft_cli_sweep_input_json (weft_whatif_response_input (self->response, 0)));
  for (guint i = 0; i < found->n_crossings; i++)
    {
      JsonObject *entry = json_object_new ();

      weft_json_set_number (entry, "at", found->crossings[i].x);
      weft_json_set_number (entry, "first", found->crossings[i].first);
      weft_json_set_number (entry, "second", found->crossings[i].second);
      if (!found->crossings[i].is_end)
        json_object_set_boolean_member (entry, "first_is_better_beyond", found->crossings[i].first_rises);
      json_object_set_boolean_member (entry, "jump", found->crossings[i].is_jump);
      json_array_add_object_element (crossings, entry);
    }
  json_object_set_array_member (object, "crossings", crossings);
  json_object_set_boolean_member (object, "always_equal", found->always_equal);
  for (guint i = 0; i < 2; i++)
    {
      JsonObject *end = json_object_new ();

      weft_json_set_number (end, "at", ends[i][0]);
      weft_json_set_number (end, "first", ends[i][1]);
      weft_json_set_number (end, "second", ends[i][2]);
      json_object_set_object_member (object, i == 0 ? "low_end" : "high_end", end);
    }
  weft_cli_sweep_print_json (object);
}

int
weft_cli_sweep_break_even (WeftCliSweep *sweep)
{
  g_auto (Contest) contest = { 0 };
  g_autoptr (WeftBreakEven) found = NULL;
  g_autoptr (GError) error = NULL;
  WeftCliInput *over;
  int status;

  if (sweep->over == NULL)
    return weft_cli_refuse (_("sweep: --break-even needs --over PATH=LOW:HIGH: the input that moves"));
  over = weft_cli_sweep_read_input (sweep->whatif, sweep->over);
  if (over == NULL)
    return WEFT_EXIT_BAD;
  g_ptr_array_add (sweep->inputs, over);
  if (!(over->low < over->high))
    return weft_cli_refuse (_("sweep: --over: found one value of %s, expected a range PATH=LOW:HIGH"),
                            weft_input_get_path (over->input));
  status = prepare (sweep, over, &contest);
  if (status != WEFT_EXIT_DONE)
    return status;
  found = weft_break_even_new (&contest.function, weft_whatif_response_factors (contest.response), 0,
                               weft_whatif_response_output (contest.response, 0)->less_is_better, SCANS, &sweep->asking,
                               &error);
  if (found == NULL)
    return weft_cli_refuse ("sweep: %s", error->message);
  if (sweep->options->json)
    print_json (sweep, &contest, found);
  else
    print_words (sweep, &contest, found);
  return found->n_crossings > 0 ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
