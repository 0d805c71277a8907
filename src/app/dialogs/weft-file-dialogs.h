/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File dialogs, all in one place, since newer GTK has another class for them. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  WEFT_FILE_DIALOG_DESIGN,
  WEFT_FILE_DIALOG_CHART,
  WEFT_FILE_DIALOG_VALUES,
  WEFT_FILE_DIALOG_RUN,
  WEFT_FILE_DIALOG_KNOBS,
} WeftFileDialogKind;

/* @file is NULL when the dialog was cancelled. */
typedef void (*WeftFileChosen) (GFile   *file,
                                gpointer data);

/* @files: (nullable) (element-type GFile): NULL when the dialog was cancelled. */
typedef void (*WeftFilesChosen) (GListModel *files,
                                 gpointer    data);

void weft_file_dialog_open (GtkWindow          *parent,
                            WeftFileChosen      chosen,
                            gpointer            data);
void weft_file_dialog_open_run (GtkWindow      *parent,
                                WeftFileChosen  chosen,
                                gpointer        data);
void weft_file_dialog_open_workload (GtkWindow *parent,
                                WeftFileChosen  chosen,
                                gpointer        data);
void weft_file_dialog_open_trace (GtkWindow    *parent,
                                WeftFileChosen  chosen,
                                gpointer        data);
void weft_file_dialog_open_measurements (GtkWindow *parent,
                                WeftFilesChosen chosen,
                                gpointer        data);
void weft_file_dialog_open_knobs (GtkWindow    *parent,
                                WeftFileChosen  chosen,
                                gpointer        data);
void weft_file_dialog_save (GtkWindow          *parent,
                            WeftFileDialogKind  kind,
                            const char         *name,
                            GFile              *file,
                            WeftFileChosen      chosen,
                            gpointer            data);

G_END_DECLS
