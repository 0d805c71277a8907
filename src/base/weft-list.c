/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list model over an array that is filled once and then read by any thread. */
#include "base/weft-list.h"

struct _WeftList
{
  GObject parent_instance;
  GType item_type;
  GPtrArray *items;
};

static GType
get_item_type_cb (GListModel *model)
{
  return WEFT_LIST (model)->item_type;
}

static guint
get_n_items_cb (GListModel *model)
{
  return WEFT_LIST (model)->items->len;
}

static gpointer
get_item_cb (GListModel *model,
             guint       at)
{
  GPtrArray *items = WEFT_LIST (model)->items;

  return at < items->len ? g_object_ref (items->pdata[at]) : NULL;
}

static void
implement_list_model (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type_cb;
  iface->get_n_items = get_n_items_cb;
  iface->get_item = get_item_cb;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftList, weft_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, implement_list_model))

static void
weft_list_finalize (GObject *object)
{
  g_ptr_array_unref (WEFT_LIST (object)->items);

  G_OBJECT_CLASS (weft_list_parent_class)->finalize (object);
}

static void
weft_list_class_init (WeftListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_list_finalize;
}

static void
weft_list_init (WeftList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * weft_list_new:
 * @item_type: type of the items, an object's
 *
 * Returns: (transfer full): an empty list
 */
WeftList *
weft_list_new (GType item_type)
{
  WeftList *self = g_object_new (WEFT_TYPE_LIST, NULL);

  self->item_type = item_type;
  return self;
}

/**
 * weft_list_append:
 * @self: a list that nobody else sees yet
 * @item: (type GObject) (transfer none): an item
 */
void
weft_list_append (WeftList *self,
                  gpointer  item)
{
  g_return_if_fail (WEFT_IS_LIST (self));
  g_return_if_fail (G_TYPE_CHECK_INSTANCE_TYPE (item, self->item_type));

  g_ptr_array_add (self->items, g_object_ref (item));
}

/**
 * weft_list_replace:
 * @self: a list that nobody else sees yet
 * @at: a position in it
 * @item: (type GObject) (transfer none): what shall stand there
 */
void
weft_list_replace (WeftList *self,
                   guint     at,
                   gpointer  item)
{
  g_return_if_fail (WEFT_IS_LIST (self));
  g_return_if_fail (at < self->items->len);
  g_return_if_fail (G_TYPE_CHECK_INSTANCE_TYPE (item, self->item_type));

  g_object_unref (self->items->pdata[at]);
  self->items->pdata[at] = g_object_ref (item);
}

/**
 * weft_list_clear:
 * @self: a list that nobody else sees yet
 *
 * Takes everything out.
 */
void
weft_list_clear (WeftList *self)
{
  g_return_if_fail (WEFT_IS_LIST (self));

  g_ptr_array_set_size (self->items, 0);
}

/**
 * weft_list_find:
 * @self: a list
 * @item: (type GObject): an item
 * @at: (out) (optional): its position
 *
 * Returns: whether the list holds the item
 */
gboolean
weft_list_find (WeftList *self,
                gpointer  item,
                guint    *at)
{
  g_return_val_if_fail (WEFT_IS_LIST (self), FALSE);

  return g_ptr_array_find (self->items, item, at);
}

/**
 * weft_list_length:
 * @self: a list
 *
 * Returns: number of items
 */
guint
weft_list_length (WeftList *self)
{
  g_return_val_if_fail (WEFT_IS_LIST (self), 0);

  return self->items->len;
}

/**
 * weft_list_peek:
 * @self: a list
 * @at: a position
 *
 * Returns: (type GObject) (transfer none) (nullable): the item there, %NULL past the end
 */
gpointer
weft_list_peek (WeftList *self,
                guint     at)
{
  g_return_val_if_fail (WEFT_IS_LIST (self), NULL);

  return at < self->items->len ? self->items->pdata[at] : NULL;
}
