/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list that any thread may read: order, replacing, and many readers at once. */
#include "base/weft-list.h"

#define N_ITEMS 64

static WeftList *
make_list (void)
{
  WeftList *list = weft_list_new (G_TYPE_SIMPLE_ACTION);

  for (guint i = 0; i < N_ITEMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("a%u", i);
      g_autoptr (GSimpleAction) action = g_simple_action_new (name, NULL);

      weft_list_append (list, action);
    }

  return list;
}

static void
test_order (void)
{
  g_autoptr (WeftList) list = make_list ();
  GListModel *model = G_LIST_MODEL (list);
  g_autoptr (GSimpleAction) other = g_simple_action_new ("other", NULL);
  guint at = 0;

  g_assert_true (g_list_model_get_item_type (model) == G_TYPE_SIMPLE_ACTION);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, N_ITEMS);
  g_assert_null (g_list_model_get_item (model, N_ITEMS));
  g_assert_null (weft_list_peek (list, N_ITEMS));
  g_assert_false (weft_list_find (list, other, &at));

  weft_list_replace (list, 5, other);
  g_assert_true (weft_list_find (list, other, &at));
  g_assert_cmpuint (at, ==, 5);
  g_assert_cmpuint (weft_list_length (list), ==, N_ITEMS);
  weft_list_clear (list);
  g_assert_cmpuint (weft_list_length (list), ==, 0);
}

/* Each reader walks forward and backward and must always get the item it asked for. */
static gpointer
read_cb (gpointer data)
{
  guint n_wrong = 0;

  for (guint round = 0; round < 2000; round++)
    for (guint i = 0; i < N_ITEMS; i++)
      {
        guint at = round % 2 == 0 ? i : N_ITEMS - 1 - i;
        g_autoptr (GAction) action = g_list_model_get_item (data, at);
        guint64 number = g_ascii_strtoull (g_action_get_name (action) + 1, NULL, 10);

        n_wrong += number != at;
      }

  return GUINT_TO_POINTER (n_wrong);
}

static void
test_threads (void)
{
  g_autoptr (WeftList) list = make_list ();
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("read", read_cb, list);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpuint (GPOINTER_TO_UINT (g_thread_join (threads[i])), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/base/list/order", test_order);
  g_test_add_func ("/base/list/threads", test_threads);

  return g_test_run ();
}
