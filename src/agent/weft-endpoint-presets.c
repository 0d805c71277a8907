/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The known servers and how they differ. Where one takes a field only in some versions it is sent: a refusal switches it
 * off for good. */
#include "agent/weft-endpoint-presets.h"

#include <glib/gi18n-lib.h>

#define BIT(name) (1u << WEFT_FIELD_##name)

const WeftEndpointPreset weft_endpoint_presets[] = {
  { "llama-server", "llama.cpp (llama-server)", "http://127.0.0.1:8080/v1", NULL, BIT (PARALLEL_TOOL_CALLS), 0,
    N_("Tools need the model’s own chat template (--jinja in older versions). The context size is what --ctx-size says, "
       "divided by the number of slots.") },
  { "vllm", "vLLM", "http://127.0.0.1:8000/v1", NULL, BIT (PARALLEL_TOOL_CALLS), 0,
    N_("Tools need --enable-auto-tool-choice and the --tool-call-parser of the model.") },
  { "ollama", "Ollama", "http://127.0.0.1:11434/v1", NULL, 0,
    BIT (TOOL_CHOICE_REQUIRED) | BIT (PARALLEL_TOOL_CALLS) | BIT (MAX_COMPLETION_TOKENS),
    N_("Ollama cuts a prompt that is longer than its context (4,096 tokens by default) from the front without saying so. "
       "Set OLLAMA_CONTEXT_LENGTH, or num_ctx in the model’s own file; a request cannot.") },
  { "lm-studio", "LM Studio", "http://127.0.0.1:1234/v1", NULL, 0, BIT (PARALLEL_TOOL_CALLS),
    N_("The model’s context length is set where it is loaded.") },
  { "sglang", "SGLang", "http://127.0.0.1:30000/v1", NULL, 0, 0,
    N_("Tools need the --tool-call-parser of the model; some versions lose the arguments of a call at the end of an "
       "answer.") },
  { "openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", 0, 0,
    N_("Which fields count depends on the provider behind the model.") },
  { "groq", "Groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", BIT (MAX_COMPLETION_TOKENS), BIT (MAX_TOKENS),
    N_("A tool call that the model wrote badly is refused as a whole; it is asked once more with a hint.") },
  { "deepseek", "DeepSeek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", BIT (REASONING_BACK), BIT (SEED),
    N_("Its thinking models want their thinking back between tool calls.") },
  { "openai", "OpenAI", "https://api.openai.com/v1", "OPENAI_API_KEY",
    BIT (MAX_COMPLETION_TOKENS) | BIT (PARALLEL_TOOL_CALLS), BIT (MAX_TOKENS),
    N_("Thinking is not shown. A seed is followed as well as the server can.") },
  { NULL, NULL, NULL, NULL, 0, 0, NULL },
};

static const WeftEndpointPreset *
find_preset (const char *id)
{
  for (const WeftEndpointPreset *preset = weft_endpoint_presets; preset->id != NULL; preset++)
    if (g_str_equal (preset->id, id))
      return preset;
  return NULL;
}

static char *
list_presets (void)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (const WeftEndpointPreset *preset = weft_endpoint_presets; preset->id != NULL; preset++)
    g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", preset->id);
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/**
 * weft_endpoint_new_from_preset:
 * @id: the preset's id, such as "llama-server"
 * @model: (nullable): the model
 * @error: return location
 *
 * Returns: (transfer full): an endpoint that is asked the way this server wants it; %NULL when there is no such preset
 */
WeftEndpoint *
weft_endpoint_new_from_preset (const char *id, const char *model, GError **error)
{
  const WeftEndpointPreset *preset;
  WeftEndpoint *self;

  g_return_val_if_fail (id != NULL, NULL);

  preset = find_preset (id);
  if (preset == NULL)
    {
      g_autofree char *list = list_presets ();

      g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_PROFILE,
                   _("there is no preset “%s”; there are %s"), id, list);
      return NULL;
    }
  self = weft_endpoint_new (preset->label, preset->url, model, error);
  if (self == NULL)
    return NULL;
  g_object_set (self, "key-variable", preset->key_variable, NULL);
  for (guint i = 0; i < WEFT_N_FIELDS; i++)
    if ((preset->fields_on | preset->fields_off) & (1u << i))
      weft_endpoint_set_field (self, i, (preset->fields_on & (1u << i)) != 0);
  return self;
}
