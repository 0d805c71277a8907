/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft draw DESIGN`: a rack as an elevation, the machine as a floor plan or a definition as a
 * diagram, as a picture and, with --json, as the list of what stands where and of the cables. */
#include "cli/weft-cli-draw.h"
#include "cli/weft-cli.h"

#include <math.h>
#include <sys/stat.h>

#include <glib/gi18n.h>


/* A PNG is twice as fine as the picture, as long as it stays below so many pixels a side. */
#define PNG_SCALE 2.0
#define PNG_MOST_PIXELS 16000.0

static char *view_name;
static char *definition_id;
static char *side_name;
static char *output_path;
static gboolean is_dark;

/* What a view works on. */
typedef struct
{
  WeftGraph *graph;
  WeftCatalog *catalog;
  int definition; /* the one that was asked for or that the view chose */
  WeftElevationSide side;
} Drawing;

/* A view of a graph: more of them only need a line in views[]. */
typedef struct
{
  const char *name;
  gboolean takes_definition; /* --definition */
  gboolean takes_side;       /* --side */
  gboolean (*open) (Drawing *drawing);
  gpointer (*build) (Drawing *drawing);
  void (*free) (gpointer picture);
  void (*get_size) (const Drawing *drawing, gpointer picture, double *width, double *height);
  void (*paint) (const Drawing *drawing, gpointer picture, cairo_t *cr,
                 const WeftPalette *palette);
  JsonObject *(*to_json) (const Drawing *drawing, gpointer picture);
} View;

/* --- the view of a rack --- */

/* The definition that --definition names, else the first one of level rack. */
static gboolean
open_rack (Drawing *drawing)
{
  const WeftGraphDefinition *definition;

  if (definition_id != NULL)
    drawing->definition = weft_graph_find (drawing->graph, definition_id);
  else
    for (guint i = 0; i < weft_graph_n_definitions (drawing->graph); i++)
      if (drawing->definition < 0
          && weft_graph_definition (drawing->graph, i)->level == WEFT_LEVEL_RACK)
        drawing->definition = (int) i;
  if (drawing->definition < 0)
    {
      if (definition_id != NULL)
        weft_cli_refuse (_("--definition: found “%s”, which the graph does not define"),
                         definition_id);
      else
        weft_cli_refuse (_("the graph has no definition of level “rack”, expected one"));
      return FALSE;
    }
  definition = weft_graph_definition (drawing->graph, (guint) drawing->definition);
  if (definition->level == WEFT_LEVEL_RACK)
    return TRUE;
  weft_cli_refuse (_("--definition: “%s” is of level “%s”, expected one of level “rack”"),
                   definition->id, definition->level_name);
  return FALSE;
}

static gpointer
build_rack (Drawing *drawing)
{
  return weft_elevation_new (drawing->graph, (guint) drawing->definition, drawing->catalog);
}

static void
free_rack (gpointer picture)
{
  weft_elevation_unref (picture);
}

static void
get_rack_size (const Drawing *drawing G_GNUC_UNUSED, gpointer picture, double *width,
               double *height)
{
  weft_elevation_get_size (picture, width, height);
}

static void
paint_rack (const Drawing *drawing, gpointer picture, cairo_t *cr, const WeftPalette *palette)
{
  weft_elevation_paint (picture, cr, drawing->side, palette, -1, NULL, NULL);
}

static JsonObject *
rack_to_json (const Drawing *drawing, gpointer picture)
{
  return weft_cli_draw_rack_to_json (
    picture, weft_graph_definition (drawing->graph, (guint) drawing->definition));
}

/* --- the view of the floor --- */

static gboolean
open_floor (Drawing *drawing)
{
  const char *root = weft_graph_get_root (drawing->graph, &drawing->definition);

  if (drawing->definition >= 0)
    return TRUE;
  weft_cli_refuse (_("the graph's root “%s” is not defined"), root != NULL ? root : "");
  return FALSE;
}

static gpointer
build_floor (Drawing *drawing)
{
  return weft_floor_new (drawing->graph, drawing->catalog);
}

static void
free_floor (gpointer picture)
{
  weft_floor_unref (picture);
}

static void
get_floor_size (const Drawing *drawing G_GNUC_UNUSED, gpointer picture, double *width,
                double *height)
{
  weft_floor_get_size (picture, width, height);
}

static void
paint_floor (const Drawing *drawing G_GNUC_UNUSED, gpointer picture, cairo_t *cr,
             const WeftPalette *palette)
{
  weft_floor_paint (picture, cr, palette, -1, NULL, NULL);
}

static JsonObject *
floor_to_json (const Drawing *drawing G_GNUC_UNUSED, gpointer picture)
{
  return weft_cli_draw_floor_to_json (picture);
}

/* --- the view of the canvas --- */

/* The definition that --definition names, else the machine. */
static gboolean
open_canvas (Drawing *drawing)
{
  if (definition_id != NULL)
    drawing->definition = weft_graph_find (drawing->graph, definition_id);
  else
    weft_graph_get_root (drawing->graph, &drawing->definition);
  if (drawing->definition >= 0)
    return TRUE;
  if (definition_id != NULL)
    weft_cli_refuse (_("--definition: found “%s”, which the graph does not define"),
                     definition_id);
  else
    weft_cli_refuse (_("the graph has no definition of its root’s name, expected one"));
  return FALSE;
}

static gpointer
build_canvas (Drawing *drawing)
{
  return weft_scene_new (drawing->graph, (guint) drawing->definition, drawing->catalog, NULL);
}

static void
free_canvas (gpointer picture)
{
  weft_scene_unref (picture);
}

static void
get_canvas_size (const Drawing *drawing G_GNUC_UNUSED, gpointer picture, double *width,
                 double *height)
{
  weft_cli_draw_canvas_size (picture, width, height);
}

static void
paint_canvas (const Drawing *drawing G_GNUC_UNUSED, gpointer picture, cairo_t *cr,
              const WeftPalette *palette)
{
  weft_cli_draw_canvas_paint (picture, cr, palette);
}

static JsonObject *
canvas_to_json (const Drawing *drawing G_GNUC_UNUSED, gpointer picture)
{
  return weft_cli_draw_canvas_to_json (picture);
}

/* --- all views --- */

static const View views[] = {
  { "floor", FALSE, FALSE, open_floor, build_floor, free_floor, get_floor_size, paint_floor,
    floor_to_json },
  { "rack", TRUE, TRUE, open_rack, build_rack, free_rack, get_rack_size, paint_rack,
    rack_to_json },
  { "canvas", TRUE, FALSE, open_canvas, build_canvas, free_canvas, get_canvas_size, paint_canvas,
    canvas_to_json },
};

static char *
list_views (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    g_string_append_printf (text, "%s“%s”", i > 0 ? ", " : "", views[i].name);
  return g_string_free (text, FALSE);
}

static const View *
find_view (void)
{
  g_autofree char *known = list_views ();

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (g_str_equal (views[i].name, view_name != NULL ? view_name : views[0].name))
      return &views[i];
  weft_cli_refuse (_("--view: found “%s”, expected one of %s"), view_name, known);
  return NULL;
}

/* An option that a view ignores would be taken for one that works. */
static gboolean
check_options (const View *view, Drawing *drawing, const WeftCliOptions *options)
{
  if (definition_id != NULL && !view->takes_definition)
    weft_cli_refuse (_("--definition does not go with --view %s"), view->name);
  else if (side_name != NULL && !view->takes_side)
    weft_cli_refuse (_("--side does not go with --view %s"), view->name);
  else if (side_name != NULL && !g_str_equal (side_name, "front")
           && !g_str_equal (side_name, "rear"))
    weft_cli_refuse (_("--side: found “%s”, expected “front” or “rear”"), side_name);
  else if (output_path == NULL && !options->json)
    weft_cli_refuse (_("found neither --output nor --json, expected one of them"));
  else
    {
      drawing->side = side_name != NULL && g_str_equal (side_name, "rear")
                          ? WEFT_ELEVATION_REAR : WEFT_ELEVATION_FRONT;
      return TRUE;
    }
  return FALSE;
}

/* Nobody wants a picture in the place of the design. */
static gboolean
check_output (const char *design)
{
  struct stat info_a, info_b;

  if (output_path == NULL || stat (output_path, &info_a) != 0 || stat (design, &info_b) != 0
      || !S_ISREG (info_a.st_mode) || info_a.st_dev != info_b.st_dev
      || info_a.st_ino != info_b.st_ino)
    return TRUE;
  weft_cli_refuse (_("--output: %s is the design, expected another file"), output_path);
  return FALSE;
}

typedef struct
{
  const View *view;
  const Drawing *drawing;
  gpointer picture;
} Canvas;

static void
paint_cb (cairo_t *cr, double width G_GNUC_UNUSED, double height G_GNUC_UNUSED,
          const WeftPalette *palette, gpointer data)
{
  const Canvas *canvas = data;

  canvas->view->paint (canvas->drawing, canvas->picture, cr, palette);
}

static gboolean
write_picture (Canvas *canvas, double width, double height, const char *title)
{
  double scale = MIN (PNG_SCALE, PNG_MOST_PIXELS / MAX (width, height));
  g_autoptr (GError) error = NULL;

  if (output_path == NULL)
    return TRUE;
  if (!weft_paint_export_titled (output_path, width, height, scale,
                                 is_dark ? &weft_palette_dark : &weft_palette_light, title,
                                 paint_cb, canvas, &error))
    {
      weft_cli_fail (error);
      return FALSE;
    }
  weft_cli_note (_("wrote %s"), output_path);
  return TRUE;
}

static void
print_json (const Canvas *canvas, double width, double height)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = canvas->view->to_json (canvas->drawing, canvas->picture);

  json_object_set_string_member (object, "view", canvas->view->name);
  if (output_path != NULL)
    json_object_set_string_member (object, "file", output_path);
  json_object_set_double_member (object, "width", width);
  json_object_set_double_member (object, "height", height);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

static int
draw (const WeftCliOptions *options, const View *view, Drawing *drawing, const char *title)
{
  Canvas canvas = { view, drawing, NULL };
  double width, height;
  gboolean is_written;

  if (!view->open (drawing))
    return WEFT_EXIT_BAD;
  canvas.picture = view->build (drawing);
  view->get_size (drawing, canvas.picture, &width, &height);
  is_written = write_picture (&canvas, width, height, title);
  if (is_written && options->json)
    print_json (&canvas, width, height);
  view->free (canvas.picture);
  return is_written ? WEFT_EXIT_DONE : WEFT_EXIT_BAD;
}

static int
read_and_draw (const WeftCliOptions *options, const View *view, Drawing *drawing)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftEvaluator) evaluator = weft_cli_evaluator (options);
  g_autoptr (WeftDesign) design = NULL;
  const char *path = options->arguments[0];
  WeftRead read;

  if (evaluator == NULL || !weft_cli_components (evaluator))
    return WEFT_EXIT_BAD;
  read = weft_cli_read_design (path, violations, &design);
  if (read != WEFT_READ_DONE)
    return read == WEFT_READ_STRUCTURE ? weft_cli_refuse_structure (options, violations) : WEFT_EXIT_BAD;
  drawing->graph = weft_design_get_graph (design);
  drawing->catalog = weft_evaluator_get_catalog (evaluator);
  if (drawing->graph == NULL)
    {
      weft_cli_refuse (_("%s: found partitions, expected a graph: only that says what stands "
                         "where"), path);
      return WEFT_EXIT_BAD;
    }
  return draw (options, view, drawing, weft_design_get_name (design));
}

int
weft_cmd_draw (char **argv)
{
  const GOptionEntry own[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &view_name,
      N_("What to draw: floor (the rows of racks and their cables), rack, or canvas (a diagram)"),
      N_("VIEW") },
    { "definition", 0, 0, G_OPTION_ARG_STRING, &definition_id,
      N_("Which definition of the graph; the first rack, or the machine, when absent"), N_("ID") },
    { "side", 0, 0, G_OPTION_ARG_STRING, &side_name, N_("Side of the rack: front or rear"),
      N_("SIDE") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &is_dark, N_("Draw on a dark ground"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output_path,
      N_("Write the picture to this .svg, .pdf or .png"), N_("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  Drawing drawing = { .definition = -1 };
  const View *view;

  if (!weft_cli_parse ("draw", argv, own,
                       _("With --json what stands where is listed, and the schedule of the "
                         "cables; no picture is\nneeded then.\n"),
                       1, 1, &options))
    return WEFT_EXIT_BAD;
  view = find_view ();
  if (view == NULL || !check_options (view, &drawing, &options)
      || !check_output (options.arguments[0]))
    return WEFT_EXIT_BAD;
  return read_and_draw (&options, view, &drawing);
}
