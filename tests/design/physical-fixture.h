/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worked-out rows of data/physical.json, and asking for an error. */
#pragma once

#include <math.h>

#include "base/weft-json.h"
#include "design/physical/weft-physical.h"

/* Rows are rounded to this many metres, cubic feet, litres, kW. */
#define ROUNDING 5.001e-5

#define assert_refused(call, error_code, part)                               \
  G_STMT_START                                                               \
  {                                                                          \
    g_autoptr (GError) refused = NULL;                                       \
    GError **error = &refused;                                               \
                                                                             \
    g_assert_false (call);                                                   \
    g_assert_error (refused, WEFT_PHYSICAL_ERROR, error_code);               \
    if (strstr (refused->message, part) == NULL)                             \
      g_error ("“%s” does not say “%s”", refused->message, part);            \
  }                                                                          \
  G_STMT_END

/* (transfer full) */
static inline JsonNode *
load_rows (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "design",
                                            "data", "physical.json", NULL);
  JsonNode *root = weft_json_load (path, NULL, &error);

  g_assert_no_error (error);
  return root;
}

static inline JsonArray *
get_rows (JsonNode   *root,
          const char *key,
          guint       n)
{
  JsonArray *rows = json_object_get_array_member (json_node_get_object (root), key);

  g_assert_cmpuint (json_array_get_length (rows), ==, n);
  return rows;
}

static inline double
get_number (JsonObject *row,
            const char *key)
{
  g_assert_true (json_object_has_member (row, key));
  return json_object_get_double_member (row, key);
}
