/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a window, for the files that make it up. */
#pragma once

#include "app/recovery/weft-recoveries.h"
#include "app/weft-message-bar.h"
#include "app/weft-window.h"

G_BEGIN_DECLS

struct _WeftWindow
{
  AdwApplicationWindow parent_instance;

  WeftEngine *engine;

  GtkStack *heading; /* the switcher where it has room, else the title */
  GtkWidget *switcher_room;
  AdwWindowTitle *title;
  AdwViewSwitcher *switcher;
  AdwViewSwitcherBar *switcher_bar;
  AdwTabBar *tab_bar;
  GtkWidget *new_button;
  GtkWidget *open_box;
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  GtkMenuButton *recent_button;
  GtkMenuButton *compare_button;
  GtkMenuButton *menu_button;
  WeftMessageBar *message_bar;
  WeftRecoveries *recoveries;   /* (nullable): what earlier runs left */
  WeftRecovery *offered;        /* (nullable): what the next bar is about */
  WeftMessageBar *recovery_bar; /* (nullable) */
  WeftMessageBar *catalog_bar; /* (nullable): about the user's own catalog files */
  GtkStack *stack;
  AdwTabView *tabs;

  WeftSession *session;  /* (nullable): of the tab in front */
  GHashTable *forsaken;  /* tab children whose changes the user gave up while closing all */
  GPtrArray *waiting; /* (nullable): files to open once the first frame is drawn, GFile */
  gboolean drawn;
  guint n_opening;
  guint narrow_source;
  gboolean narrow;
  gboolean tight; /* no room for the switcher in the header */
  gboolean closing;
};

/* In weft-window-actions.c: the actions and the menus that change. */
void weft_window_install_actions (GtkWidgetClass *widget_class);
void weft_window_update_actions  (WeftWindow     *self);
void weft_window_init_menus      (WeftWindow     *self);

/* In weft-window-recovery.c: offering what earlier runs left. */
void weft_window_offer_recovery     (WeftWindow     *self);
void weft_window_watch_protection   (WeftWindow     *self,
                                     WeftSession    *session);
void weft_window_answer_recovery_cb (GtkWidget      *widget,
                                     const char     *name,
                                     GVariant       *parameter);

/* In weft-window-close.c: closing tabs and the window without losing changes. */
gboolean weft_window_close_page_cb (AdwTabView *tabs,
                                    AdwTabPage *page,
                                    WeftWindow *self);
gboolean weft_window_close_all     (WeftWindow *self);
void     weft_window_give_up_all   (WeftWindow *self);
void     weft_window_save_page     (WeftWindow *self,
                                    WeftSession *session,
                                    gboolean    ask_where);

G_END_DECLS
