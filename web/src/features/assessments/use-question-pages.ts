import { useEffect, useRef, useState } from 'react';

/** Long tests are shown in pages of this many questions. */
const QUESTIONS_PER_PAGE = 20;

/**
 * The pages of a long test; only one page of questions is rendered. Opening a question shows its page and focuses it;
 * turning the page focuses the page's heading. `startsFocused`: opens the first question at once.
 */
export function useQuestionPages(
  ids: readonly string[],
  startAt: string | undefined,
  { startsFocused = false } = {},
) {
  const pageOf = (id: string | undefined) =>
    Math.max(0, Math.floor(ids.indexOf(id ?? '') / QUESTIONS_PER_PAGE));
  const pages = Math.max(1, Math.ceil(ids.length / QUESTIONS_PER_PAGE));
  const [wanted, setWanted] = useState(() => pageOf(startAt));
  const page = Math.min(wanted, pages - 1);
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The element to focus after rendering. An object, so that the same question can be focused again. */
  const [focus, setFocus] = useState<{ readonly id: string | null } | null>(() =>
    startsFocused ? { id: startAt ?? ids[0] ?? null } : null,
  );

  useEffect(() => {
    if (!focus) return;
    if (focus.id === null) {
      heading.current?.focus();
      heading.current?.scrollIntoView?.({ block: 'start' });
      return;
    }
    const question = box.current?.querySelector<HTMLElement>(`[id="question-${focus.id}"]`);
    if (!question) return;
    const input =
      question.querySelector<HTMLElement>('input:checked:enabled') ??
      question.querySelector<HTMLElement>('input:enabled');
    if (!input) question.tabIndex = -1;
    (input ?? question).focus();
    question.scrollIntoView?.({ block: 'start' });
  }, [focus]);

  const from = page * QUESTIONS_PER_PAGE;
  return {
    box,
    heading,
    page,
    pages,
    /** Indexes of the page's questions, from 0; `to` is exclusive. */
    from,
    to: Math.min(ids.length, from + QUESTIONS_PER_PAGE),
    turnTo: (next: number) => {
      setWanted(next);
      setFocus({ id: null });
    },
    goTo: (id: string | undefined) => {
      if (id === undefined) return;
      setWanted(pageOf(id));
      setFocus({ id });
    },
  };
}
export type QuestionPages = ReturnType<typeof useQuestionPages>;
