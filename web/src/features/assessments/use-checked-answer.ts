import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type AskedQuestion, letterOf } from '../../product/question/asked-question.ts';
import { announce } from '../../ui/announce.ts';
import { focusInView } from '../../ui/focus-in-view.ts';

function questionCard(id: string): HTMLElement | null {
  const card = document.getElementById(`question-${id}`);
  if (card) card.tabIndex = -1;
  return card;
}

/** The beginning of a new question is brought into view. */
export function focusNewQuestion(id: string): void {
  const card = questionCard(id);
  if (card) focusInView(card);
}

/**
 * The button that checks an answer disappears with the result: this moves the focus to the question and announces the
 * result with its explanation. If the reader has moved on meanwhile, the focus stays.
 */
export function useCheckedAnswer(questions: readonly AskedQuestion[]): (questionId: string) => void {
  const { t } = useTranslation('assessments');
  const checked = useRef<string | null>(null);
  useEffect(() => {
    const question = questions.find(({ id, stored }) => stored !== null && id === checked.current);
    if (!question) return;
    checked.current = null;
    const card = questionCard(question.id);
    const active = document.activeElement;
    if (!active || active === document.body || card?.contains(active)) card?.focus({ preventScroll: true });
    announce(verdictText(question, t));
  }, [questions, t]);
  return (questionId) => {
    checked.current = questionId;
  };
}

type Words = ReturnType<typeof useTranslation<'assessments'>>['t'];

function verdictText({ text, stored, choices, justification }: AskedQuestion, t: Words): string {
  const right = choices.findIndex(({ correct }) => correct);
  return [
    t(stored?.correct ? 'right' : 'wrong'),
    stored?.correct || right < 0
      ? ''
      : `${t('rightAnswer')}: ${letterOf(right, text)}. ${choices[right]?.text}`,
    justification?.text ? `${t('justification')}: ${justification.text}` : '',
  ]
    .filter(Boolean)
    .join('. ');
}
