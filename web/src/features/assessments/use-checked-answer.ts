import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type AskedQuestion, letterOf } from '../../product/question/asked-question.ts';
import { announce } from '../../ui/announce.ts';

export const focusQuestion = (id: string): void => {
  const card = document.getElementById(`question-${id}`);
  if (!card) return;
  card.tabIndex = -1;
  card.focus({ preventScroll: true });
};

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
    const card = document.getElementById(`question-${question.id}`);
    const active = document.activeElement;
    if (!active || active === document.body || card?.contains(active)) focusQuestion(question.id);
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
