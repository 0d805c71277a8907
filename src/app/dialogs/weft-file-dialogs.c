/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Native file dialogs with the filters of Weft's own files, of exported charts, of their values, of runs and of
 * measurements. */
#include "config.h"

#include "app/dialogs/weft-file-dialogs.h"

#include <glib/gi18n.h>

static const char *const design_suffixes[] = { ".weft", ".json", NULL };
static const char *const chart_suffixes[] = { ".svg", ".pdf", ".png", NULL };
static const char *const values_suffixes[] = { ".csv", NULL };
static const char *const run_suffixes[] = { ".zip", NULL };
static const char *const knobs_suffixes[] = { ".json", NULL };

typedef struct
{
  WeftFileChosen chosen;
  gpointer data;
  const char *const *suffixes; /* (nullable): the first is added to a name with none of them */
} Request;

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *const *suffixes)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; suffixes[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, suffixes[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

/* (transfer full): with the usual suffix when the name was typed without one. */
static GFile *
complete_name (GFile *file, const char *const *suffixes)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *longer = NULL;
  g_autoptr (GFile) folder = g_file_get_parent (file);

  if (suffixes == NULL || folder == NULL)
    return g_object_ref (file);
  for (guint i = 0; suffixes[i] != NULL; i++)
    if (g_str_has_suffix (name, suffixes[i]))
      return g_object_ref (file);
  longer = g_strconcat (name, suffixes[0], NULL);
  return g_file_get_child (folder, longer);
}

static void
response_cb (GtkNativeDialog *dialog, int response, gpointer data)
{
  Request *request = data;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) whole = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file != NULL)
    whole = complete_name (file, request->suffixes);
  gtk_native_dialog_destroy (dialog);
  request->chosen (whole, request->data);
  g_free (request);
  g_object_unref (dialog);
}

static void
run (GtkFileChooserNative *dialog, const char *const *suffixes, WeftFileChosen chosen,
     gpointer data)
{
  Request *request = g_new0 (Request, 1);

  request->chosen = chosen;
  request->data = data;
  request->suffixes = suffixes;
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), request);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
add_design_filters (GtkFileChooser *chooser, gboolean others)
{
  const char *const designs[] = { "weft", NULL };
  const char *const json[] = { "weft", "json", NULL };

  add_filter (chooser, _("Weft Designs"), designs);
  if (others)
    add_filter (chooser, _("Weft Designs and JSON"), json);
}

/* Asks for a design to open; @chosen is called once. */
void
weft_file_dialog_open (GtkWindow *parent, WeftFileChosen chosen, gpointer data)
{
  GtkFileChooserNative *dialog;

  g_return_if_fail (chosen != NULL);

  dialog = gtk_file_chooser_native_new (_("Open Design"), parent, GTK_FILE_CHOOSER_ACTION_OPEN,
                                        _("_Open"), _("_Cancel"));
  add_design_filters (GTK_FILE_CHOOSER (dialog), TRUE);
  run (dialog, NULL, chosen, data);
}

static void
add_run_filter (GtkFileChooser *chooser)
{
  const char *const zip[] = { "zip", NULL };

  add_filter (chooser, _("Archives of Runs"), zip);
}

/* Asks for the archive of a run; @chosen is called once. */
void
weft_file_dialog_open_run (GtkWindow *parent, WeftFileChosen chosen, gpointer data)
{
  GtkFileChooserNative *dialog;

  g_return_if_fail (chosen != NULL);

  dialog = gtk_file_chooser_native_new (_("Import Run"), parent, GTK_FILE_CHOOSER_ACTION_OPEN,
                                        _("_Import"), _("_Cancel"));
  add_run_filter (GTK_FILE_CHOOSER (dialog));
  run (dialog, NULL, chosen, data);
}

static void
add_all_files (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, all);
}

static void
add_workload_filters (GtkFileChooser *chooser)
{
  const char *const known[] = { "json", "mtx", "gz", "stg", "dot", "gv", NULL };

  add_filter (chooser, _("Workloads, Workflows, Matrices, Models"), known);
  add_all_files (chooser);
}

/* Asks for a file that a workload is made of; @chosen is called once. */
void
weft_file_dialog_open_workload (GtkWindow *parent, WeftFileChosen chosen, gpointer data)
{
  GtkFileChooserNative *dialog;

  g_return_if_fail (chosen != NULL);

  dialog = gtk_file_chooser_native_new (_("Import Workload"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, _("_Import"),
                                        _("_Cancel"));
  add_workload_filters (GTK_FILE_CHOOSER (dialog));
  run (dialog, NULL, chosen, data);
}

static void
add_trace_filters (GtkFileChooser *chooser)
{
  const char *const known[] = { "json", "et", "gz", "txt", NULL };

  add_filter (chooser, _("Traces, Chakra Traces, Workload Texts"), known);
  add_all_files (chooser);
}

/* Asks for a trace that is simulated; of a Chakra trace any of its files. @chosen is called once. */
void
weft_file_dialog_open_trace (GtkWindow *parent, WeftFileChosen chosen, gpointer data)
{
  GtkFileChooserNative *dialog;

  g_return_if_fail (chosen != NULL);

  dialog = gtk_file_chooser_native_new (_("Open Trace"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));
  add_trace_filters (GTK_FILE_CHOOSER (dialog));
  run (dialog, NULL, chosen, data);
}

typedef struct
{
  WeftFilesChosen chosen;
  gpointer data;
} FilesRequest;

static void
files_response_cb (GtkNativeDialog *dialog, int response, gpointer data)
{
  FilesRequest *request = data;
  g_autoptr (GListModel) files = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  gtk_native_dialog_destroy (dialog);
  request->chosen (files, request->data);
  g_free (request);
  g_object_unref (dialog);
}

/* Asks for files of measurements and of platforms, several at once; @chosen is called once. */
void
weft_file_dialog_open_measurements (GtkWindow *parent, WeftFilesChosen chosen, gpointer data)
{
  const char *const csv[] = { "csv", NULL };
  GtkFileChooserNative *dialog;
  FilesRequest *request;

  g_return_if_fail (chosen != NULL);

  dialog = gtk_file_chooser_native_new (_("Add Measurements and Platforms"), parent, GTK_FILE_CHOOSER_ACTION_OPEN,
                                        _("_Add"), _("_Cancel"));
  add_filter (GTK_FILE_CHOOSER (dialog), _("Comma-Separated Values"), csv);
  add_all_files (GTK_FILE_CHOOSER (dialog));
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  request = g_new0 (FilesRequest, 1);
  request->chosen = chosen;
  request->data = data;
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (files_response_cb), request);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
add_knobs_filter (GtkFileChooser *chooser)
{
  const char *const json[] = { "json", NULL };

  add_filter (chooser, _("Knobs"), json);
}

/* Asks for knobs that were written before; @chosen is called once. */
void
weft_file_dialog_open_knobs (GtkWindow *parent, WeftFileChosen chosen, gpointer data)
{
  GtkFileChooserNative *dialog;

  g_return_if_fail (chosen != NULL);

  dialog = gtk_file_chooser_native_new (_("Use Knobs"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, _("_Use"), _("_Cancel"));
  add_knobs_filter (GTK_FILE_CHOOSER (dialog));
  run (dialog, NULL, chosen, data);
}

static const char *
find_title (WeftFileDialogKind kind)
{
  switch (kind)
    {
    case WEFT_FILE_DIALOG_CHART:
      return _("Export Charts");
    case WEFT_FILE_DIALOG_VALUES:
      return _("Export Values");
    case WEFT_FILE_DIALOG_RUN:
      return _("Export Run");
    case WEFT_FILE_DIALOG_KNOBS:
      return _("Save Knobs");
    case WEFT_FILE_DIALOG_DESIGN:
    default:
      return _("Save Design");
    }
}

static void
add_chart_filters (GtkFileChooser *chooser)
{
  const char *const svg[] = { "svg", NULL };
  const char *const pdf[] = { "pdf", NULL };
  const char *const png[] = { "png", NULL };

  add_filter (chooser, _("SVG Drawings"), svg);
  add_filter (chooser, _("PDF Documents"), pdf);
  add_filter (chooser, _("PNG Images"), png);
}

static void
add_values_filter (GtkFileChooser *chooser)
{
  const char *const csv[] = { "csv", NULL };

  add_filter (chooser, _("Comma-Separated Values"), csv);
}

/* Asks where to write; @file (nullable) is where it is now, @name what it would be called. */
void
weft_file_dialog_save (GtkWindow *parent, WeftFileDialogKind kind, const char *name, GFile *file,
                       WeftFileChosen chosen, gpointer data)
{
  static const char *const *const suffixes[] = {
    design_suffixes, chart_suffixes, values_suffixes, run_suffixes, knobs_suffixes,
  };
  GtkFileChooserNative *dialog;
  GtkFileChooser *chooser;
  gboolean saves = kind == WEFT_FILE_DIALOG_DESIGN || kind == WEFT_FILE_DIALOG_KNOBS;

  g_return_if_fail (chosen != NULL && name != NULL);

  dialog = gtk_file_chooser_native_new (find_title (kind), parent, GTK_FILE_CHOOSER_ACTION_SAVE,
                                        saves ? _("_Save") : _("_Export"), _("_Cancel"));
  chooser = GTK_FILE_CHOOSER (dialog);
  if (kind == WEFT_FILE_DIALOG_DESIGN)
    add_design_filters (chooser, FALSE);
  else if (kind == WEFT_FILE_DIALOG_KNOBS)
    add_knobs_filter (chooser);
  else if (kind == WEFT_FILE_DIALOG_CHART)
    add_chart_filters (chooser);
  else if (kind == WEFT_FILE_DIALOG_VALUES)
    add_values_filter (chooser);
  else
    add_run_filter (chooser);
  if (file != NULL)
    gtk_file_chooser_set_file (chooser, file, NULL);
  gtk_file_chooser_set_current_name (chooser, name);
  run (dialog, suffixes[kind], chosen, data);
}
