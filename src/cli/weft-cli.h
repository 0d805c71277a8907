/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of `weft` share: exit statuses, the options that every command takes, reading
 * of designs and writing to the terminal. */
#pragma once

#include <json-glib/json-glib.h>

#include "draw/weft-table.h"
#include "model/weft-evaluator.h"

G_BEGIN_DECLS

/* The exit statuses that scripts rely on. */
typedef enum
{
  WEFT_EXIT_DONE = 0,
  WEFT_EXIT_NO = 1,  /* the answer is no: infeasible, a check failed */
  WEFT_EXIT_BAD = 2, /* bad usage or input */
} WeftExit;

/* A command: @usage are its arguments, @summary one untranslated line. */
typedef struct
{
  const char *name;
  const char *usage;
  const char *summary;
  int (*run) (char **argv);
} WeftCommand;

extern const WeftCommand weft_commands[]; /* ends with a NULL name */

int weft_cmd_agent    (char **argv);
int weft_cmd_bench    (char **argv);
int weft_cmd_calibrate (char **argv);
int weft_cmd_catalog  (char **argv);
int weft_cmd_check    (char **argv);
int weft_cmd_compare  (char **argv);
int weft_cmd_draw     (char **argv);
int weft_cmd_evaluate (char **argv);
int weft_cmd_map      (char **argv);
int weft_cmd_optimize (char **argv);
int weft_cmd_optimum  (char **argv);
int weft_cmd_plan     (char **argv);
int weft_cmd_search   (char **argv);
int weft_cmd_simulate (char **argv);
int weft_cmd_study    (char **argv);
int weft_cmd_sweep    (char **argv);
int weft_cmd_template (char **argv);
int weft_cmd_topology (char **argv);
int weft_cmd_trail    (char **argv);
int weft_cmd_validate (char **argv);
int weft_cmd_workload (char **argv);

/* --- options --- */

/* @arguments: what is left after the options, NULL-terminated. */
typedef struct
{
  gboolean json;
  gboolean no_colour;
  gint64 seed;
  int threads;
  char *profile;
  char **arguments;
  guint n_arguments;
} WeftCliOptions;

void     weft_cli_options_clear (WeftCliOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliOptions, weft_cli_options_clear)

gboolean weft_cli_parse         (const char         *command,
                                 char              **argv,
                                 const GOptionEntry *own,
                                 const char         *description,
                                 guint               min_arguments,
                                 guint               max_arguments,
                                 WeftCliOptions     *options);
const WeftCommand *weft_cli_find_command (const char *name);

/* --- messages, all on standard error --- */

int      weft_cli_fail          (const GError *error);
int      weft_cli_refuse        (const char *format,
                                 ...) G_GNUC_PRINTF (1, 2);
void     weft_cli_note          (const char *format,
                                 ...) G_GNUC_PRINTF (1, 2);
void     weft_cli_show_progress (const char *text);

/* --- standard output --- */

typedef enum
{
  WEFT_STYLE_HEADING,
  WEFT_STYLE_GOOD,
  WEFT_STYLE_WARNING,
  WEFT_STYLE_BAD,
  WEFT_STYLE_DIM,
} WeftStyle;

void     weft_cli_output_init   (void);
gboolean weft_cli_output_finish (void);
guint    weft_cli_width         (void);
void     weft_cli_print_styled  (const WeftCliOptions *options,
                                 WeftStyle             style,
                                 const char           *text);
char    *weft_cli_line          (const char *text);
void     weft_cli_print_json    (JsonNode *node);
gboolean weft_cli_fits          (WeftTable *table);
void     weft_cli_print_table   (const WeftCliOptions *options,
                                 WeftTable            *table);
/* Power and cost by item; nothing under a profile that counts chips and ports alone. */
void     weft_cli_print_items   (const WeftCliOptions  *options,
                                 WeftEvaluation        *evaluation);
/* Totals of a machine that is a graph; nothing for NULL. */
void     weft_cli_print_totals  (const WeftCliOptions  *options,
                                 const WeftGraphTotals *totals);
void     weft_cli_print_wrapped (const char *first,
                                 const char *rest,
                                 const char *text);

/* --- designs --- */

/* How reading a design ended. */
typedef enum
{
  WEFT_READ_DONE,
  WEFT_READ_STRUCTURE, /* JSON, but no design: the violations say why */
  WEFT_READ_FAILED,    /* the message has been printed */
} WeftRead;

WeftEvaluator  *weft_cli_evaluator        (const WeftCliOptions *options);
gboolean        weft_cli_components       (WeftEvaluator *evaluator);
GBytes         *weft_cli_read_standard_input (GError **error);
WeftRead        weft_cli_read_design      (const char  *path,
                                           GPtrArray   *violations,
                                           WeftDesign **design);
WeftRead        weft_cli_evaluate         (WeftEvaluator        *evaluator,
                                           const WeftCliOptions *options,
                                           const char           *path,
                                           GPtrArray            *violations,
                                           WeftEvaluation      **evaluation);
JsonArray      *weft_cli_violations_json  (GPtrArray *violations);
void            weft_cli_print_violations (const WeftCliOptions *options,
                                           GPtrArray            *violations);
/* Why a document is no design, as the answer; returns the exit status for it. */
int             weft_cli_refuse_structure (const WeftCliOptions *options,
                                           GPtrArray            *violations);

G_END_DECLS
