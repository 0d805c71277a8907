/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members that are left out, by their paths, in the order in which they were met. */
#include "workload/weft-unread-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-plain.h"

/* Kinds of members that get a note each; a file of other things may have a million. */
#define MAX_NOTES 20
#define SHOWN_CHARS 80

typedef struct
{
  char *path;
  WeftUnreadReason reason;
  guint n;
} Left;

struct _WeftUnread
{
  GPtrArray *left;       /* Left */
  GHashTable *by_path;   /* (element-type utf8 Left) */
  GString *path;
  guint n_more;          /* that have no note of their own */
};

static void
left_free (gpointer data)
{
  Left *left = data;

  g_free (left->path);
  g_free (left);
}

WeftUnread *
weft_unread_new (void)
{
  WeftUnread *self = g_new0 (WeftUnread, 1);

  self->left = g_ptr_array_new_with_free_func (left_free);
  self->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  self->path = g_string_new (NULL);
  return self;
}

void
weft_unread_free (WeftUnread *self)
{
  g_hash_table_unref (self->by_path);
  g_ptr_array_unref (self->left);
  g_string_free (self->path, TRUE);
  g_free (self);
}

void
weft_unread_add (WeftUnread *self, WeftUnreadReason reason, const char *where, const char *key)
{
  Left *left;

  g_string_printf (self->path, "%s%s%s", where, *where != '\0' ? "." : "", key);
  left = g_hash_table_lookup (self->by_path, self->path->str);
  if (left == NULL && self->left->len == MAX_NOTES)
    {
      self->n_more++;
      return;
    }
  if (left == NULL)
    {
      left = g_new0 (Left, 1);
      left->path = g_strdup (self->path->str);
      left->reason = reason;
      g_ptr_array_add (self->left, left);
      g_hash_table_insert (self->by_path, left->path, left);
    }
  left->n++;
}

static char *
describe_left (const Left *left)
{
  g_autofree char *path = weft_plain_text (left->path, WEFT_PLAIN_ONE_LINE, SHOWN_CHARS);

  if (left->reason == WEFT_UNREAD_UNUSED)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "“%s” is not used (%u time)", "“%s” is not used (%u times)",
                                         left->n),
                            path, left->n);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "“%s” is not known and was left out (%u time)",
                                       "“%s” is not known and was left out (%u times)", left->n),
                          path, left->n);
}

void
weft_unread_report (WeftUnread *self, const WeftWorkloadText *file)
{
  for (guint i = 0; i < self->left->len; i++)
    weft_workload_text_note (file, describe_left (g_ptr_array_index (self->left, i)));
  if (self->n_more > 0)
    weft_workload_text_note (file, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                                "%u more member is not known or not used",
                                                                "%u more members are not known or not used",
                                                                self->n_more),
                                                    self->n_more));
}
