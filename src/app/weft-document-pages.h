/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages that a document has beside Compose. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

/**
 * WeftDocumentPageInfo: (skip)
 * @name: target of the action win.page
 * @title: untranslated
 * @icon_name: of the switcher
 * @accel: key that shows it; the help overlay names it too
 * @make: makes its widget, when somebody first looks at it
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *icon_name;
  const char *accel;
  GtkWidget *(*make) (WeftSession *session);
} WeftDocumentPageInfo;

/* All of them in the order of the switcher, NULL name at the end. */
extern const WeftDocumentPageInfo weft_document_pages[];

G_END_DECLS
