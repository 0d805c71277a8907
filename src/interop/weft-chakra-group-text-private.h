/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Process groups as JSON: PyTorch's, which stand in nodes of METADATA, and those that Weft writes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @name: what collectives call it; @title: for people; @ranks: [@n_ranks], 0: all. */
typedef void (*WeftChakraGroupFunc) (const char    *name,
                                     const char    *title,
                                     const guint32 *ranks,
                                     guint32        n_ranks,
                                     gpointer       data);

/* Calls @func for each group of @text, in its order. Arrays around it and texts of texts, as converters leave them, are
 * taken off. FALSE when @text has none, or one that is not understood. */
gboolean weft_chakra_group_text_parse (const char          *text,
                                       WeftChakraGroupFunc  func,
                                       gpointer             data);

G_END_DECLS
