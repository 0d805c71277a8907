/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pattern for each way in which sources name what can be opened; the first that fits at a place counts. */
#include "catalog/weft-source-link.h"

/* gh:OWNER/REPO, github:OWNER/REPO#NUMBER, github:OWNER/REPO@COMMIT PATH; arxiv:2405.21015; doi:10.1109/5.771073;
 * https://…; the bare name of a site with or without a path. */
#define PATTERN \
  "\\b(?:gh|github):(?<repo>[\\w.-]+/[\\w.-]*\\w)(?:@(?<commit>[0-9a-f]{6,40})" \
  "(?:[ ](?<path>(?:[\\w.-]+/)*[\\w-]+\\.\\w+))?" \
  "|#(?<thread>[0-9]+))?" \
  "|\\barxiv[: ]\\s*(?<paper>[0-9]{4}\\.[0-9]{4,5})" \
  "|\\bdoi:\\s*(?<doi>10\\.[0-9]{4,}/[^\\s;,]*[^\\s;,.)])" \
  "|(?<uri>https?://[^\\s;,]*[^\\s;,.:)])" \
  "|(?<![\\w@/.-])(?<site>(?:[a-z0-9-]+\\.)+(?:org|com|net|io|ai|edu|gov|eu|de|jp)" \
  "(?:/[^\\s;,)]*[^\\s;,.:)])?)(?![\\w-])"

static void
free_span (gpointer data)
{
  WeftSourceSpan *span = data;

  g_free (span->text);
  g_free (span->uri);
  g_free (span);
}

static void
add_span (GPtrArray *spans,
          char      *text,
          char      *uri)
{
  WeftSourceSpan *span = g_new (WeftSourceSpan, 1);

  *span = (WeftSourceSpan) { text, uri };
  g_ptr_array_add (spans, span);
}

/* (nullable) (transfer full): %NULL when it is empty */
static char *
fetch (GMatchInfo *match,
       const char *name)
{
  char *text = g_match_info_fetch_named (match, name);

  if (text != NULL && *text == '\0')
    g_clear_pointer (&text, g_free);
  return text;
}

static char *
make_repository_uri (GMatchInfo *match,
                     const char *repository)
{
  g_autofree char *commit = fetch (match, "commit");
  g_autofree char *path = fetch (match, "path");
  g_autofree char *thread = fetch (match, "thread");

  if (thread != NULL)
    return g_strdup_printf ("https://github.com/%s/issues/%s", repository, thread);
  if (path != NULL)
    return g_strdup_printf ("https://github.com/%s/blob/%s/%s", repository, commit, path);
  if (commit != NULL)
    return g_strdup_printf ("https://github.com/%s/tree/%s", repository, commit);
  return g_strdup_printf ("https://github.com/%s", repository);
}

static char *
make_uri (GMatchInfo *match)
{
  static const struct
  {
    const char *name;
    const char *before;
  } kinds[] = {
    { "paper", "https://arxiv.org/abs/" }, { "doi", "https://doi.org/" }, { "uri", "" }, { "site", "https://" },
  };
  g_autofree char *repository = fetch (match, "repo");

  if (repository != NULL)
    return make_repository_uri (match, repository);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *text = fetch (match, kinds[i].name);

      if (text != NULL)
        return g_strconcat (kinds[i].before, text, NULL);
    }
  return NULL;
}

/* Compiled once; never freed. */
static GRegex *
get_pattern (void)
{
  static gsize once;

  if (g_once_init_enter (&once))
    g_once_init_leave (&once, (gsize) g_regex_new (PATTERN, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, NULL));
  return (GRegex *) once;
}

/**
 * weft_source_split:
 * @source: the words of a source, as a record or a profile has them
 *
 * Returns: (transfer full) (element-type WeftSourceSpan): @source in pieces, of which those that name a repository, a
 * paper or a site have its address; joined they are @source again
 */
GPtrArray *
weft_source_split (const char *source)
{
  GPtrArray *spans = g_ptr_array_new_with_free_func (free_span);
  g_autoptr (GMatchInfo) match = NULL;
  int from, to, done = 0;

  g_return_val_if_fail (source != NULL, spans);

  if (!g_utf8_validate (source, -1, NULL))
    {
      add_span (spans, g_strdup (source), NULL);
      return spans;
    }
  for (g_regex_match (get_pattern (), source, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_match_info_fetch_pos (match, 0, &from, &to);
      if (from > done)
        add_span (spans, g_strndup (source + done, from - done), NULL);
      add_span (spans, g_strndup (source + from, to - from), make_uri (match));
      done = to;
    }
  if (source[done] != '\0')
    add_span (spans, g_strdup (source + done), NULL);
  return spans;
}
