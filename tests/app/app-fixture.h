/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window in the test's own process, and waiting for what it does in workers. */
#pragma once

#include <adwaita.h>

#include "app/compose/weft-document-page.h"
#include "app/weft-application.h"
#include "app/weft-window.h"

/* Returns TRUE when what is waited for has come. */
typedef gboolean (*FixtureCondition) (gpointer data);

typedef struct
{
  WeftApplication *app;
  WeftWindow *window;
  char *folder; /* of this test's files, empty at first */
} Fixture;

void        fixture_init             (int               *argc,
                                      char            ***argv);
void        fixture_set_up           (Fixture           *fixture,
                                      gconstpointer      data);
void        fixture_tear_down        (Fixture           *fixture,
                                      gconstpointer      data);
void        fixture_wait             (FixtureCondition   condition,
                                      gpointer           data);
void        fixture_settle           (void);
char       *fixture_source_path      (const char        *path);
char       *fixture_write            (Fixture           *fixture,
                                      const char        *name,
                                      const char        *text);
/* Opens a design and waits until it has been evaluated. */
WeftDocumentPage *fixture_open       (Fixture           *fixture,
                                      const char        *path);
void        fixture_wait_for_score   (WeftSession       *session,
                                      const char        *score);
/* TRUE when a key controller of the widget has taken the key. */
gboolean    fixture_press            (GtkWidget         *widget,
                                      guint              key);
/* Waits for the next frame, so that everything has its place. */
void        fixture_wait_for_frame   (GtkWidget         *widget);
/* Types @text into a field whose text is selected whole, then presses Enter. */
void        fixture_type             (GtkWidget         *entry,
                                      const char        *text);
GtkWidget  *fixture_find             (GtkWidget         *root,
                                      GType              type,
                                      guint              nth);
