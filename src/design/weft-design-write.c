/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design as text and as a file, and comparing two by what they say. */
#include "design/weft-design.h"

#include "base/weft-file.h"
#include "base/weft-json-write.h"

/**
 * weft_design_to_text:
 * @self: a design
 *
 * Returns: (transfer full): the document as a file holds it; the same design gives the same bytes
 */
char *
weft_design_to_text (WeftDesign *self)
{
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  node = weft_design_to_json (self);
  return weft_json_write_pretty (node);
}

/**
 * weft_design_save:
 * @self: a design
 * @path: the file
 * @error: where an error is left
 *
 * Writes atomically and keeps the old content as PATH~. When that fails the old file is as it was.
 *
 * Returns: whether the file is written
 */
gboolean
weft_design_save (WeftDesign  *self,
                  const char  *path,
                  GError     **error)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (WEFT_IS_DESIGN (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  text = weft_design_to_text (self);
  g_assert (text != NULL); /* members that are not finite are written as null */

  return weft_file_save (path, text, -1, TRUE, error);
}

/**
 * weft_design_digest:
 * @self: a design
 *
 * Returns: (transfer full): SHA-256 of its canonical JSON, in lower-case hexadecimal
 */
char *
weft_design_digest (WeftDesign *self)
{
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (WEFT_IS_DESIGN (self), NULL);

  node = weft_design_to_json (self);
  return weft_json_digest (node);
}

/**
 * weft_design_equal:
 * @a: a design
 * @b: another one
 *
 * Returns: whether both say the same; the order of unknown members does not count
 */
gboolean
weft_design_equal (WeftDesign *a,
                   WeftDesign *b)
{
  g_autoptr (JsonNode) node_a = NULL;
  g_autoptr (JsonNode) node_b = NULL;
  g_autofree char *text_a = NULL;
  g_autofree char *text_b = NULL;

  g_return_val_if_fail (WEFT_IS_DESIGN (a) && WEFT_IS_DESIGN (b), FALSE);

  if (a == b)
    return TRUE;

  node_a = weft_design_to_json (a);
  node_b = weft_design_to_json (b);
  text_a = weft_json_write_canonical (node_a);
  text_b = weft_json_write_canonical (node_b);

  return g_strcmp0 (text_a, text_b) == 0;
}
