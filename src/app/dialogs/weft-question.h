/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The few questions that stand in the way, because the answer may lose work. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

typedef enum
{
  WEFT_ANSWER_CANCEL,
  WEFT_ANSWER_SAVE,
  WEFT_ANSWER_DISCARD,
  WEFT_ANSWER_YES,
} WeftAnswer;

typedef void (*WeftAnswered) (WeftAnswer answer,
                              gpointer   data);

void weft_question_ask_save      (GtkWindow    *parent,
                                  const char   *title,
                                  WeftAnswered  answered,
                                  gpointer      data);
void weft_question_ask_overwrite (GtkWindow    *parent,
                                  const char   *message,
                                  WeftAnswered  answered,
                                  gpointer      data);

G_END_DECLS
