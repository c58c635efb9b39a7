import { Anchor, Button } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../product/marks.tsx';
import type { AskedQuestion } from '../../product/question/asked-question.ts';
import { QuestionCard } from '../../product/question/question-card.tsx';
import { dismissToast, notifyError } from '../../ui/notify.ts';
import { keepClearOf } from '../../ui/sticky-bars.ts';
import classes from './paper.module.css';
import { PaperPages } from './paper-pages.tsx';
import { QuestionList } from './question-list.tsx';
import { useCheckedAnswer } from './use-checked-answer.ts';
import type { DraftState } from './use-draft.ts';
import { useQuestionPages } from './use-question-pages.ts';

export interface PaperProps {
  readonly questions: readonly AskedQuestion[];
  readonly draft: Pick<DraftState, 'answers' | 'waiting' | 'set'>;
  readonly note?: string;
  readonly submitting: boolean;
  /** Receives only the new answers, as question id and choice id. */
  readonly onSubmit: (answers: { questionId: string; choiceId: string }[]) => void;
  /** Present if questions can be checked one by one (quizzes). */
  readonly onCheck?: (answer: { questionId: string; choiceId: string }) => void;
  /** The question whose answer is being sent. */
  readonly checking?: string | null;
  /** The reader pressed a button that is gone now: what the questions begin with takes the focus. */
  readonly startsFocused?: boolean;
  /** The answers are stored nowhere. */
  readonly isTrial?: boolean;
  readonly pageLink: (page: number) => string;
}

/**
 * The questions of a quiz or test, and the bar to submit them. New and stored answers together must cover all
 * questions.
 */
export function PaperForm({
  questions,
  draft,
  note,
  submitting,
  onSubmit,
  onCheck,
  checking = null,
  startsFocused = false,
  isTrial = false,
  pageLink,
}: PaperProps) {
  const { t } = useTranslation('assessments');
  const chosenOf = (question: AskedQuestion) => {
    const chosen = draft.answers[question.id]?.choice_ids[0];
    return question.choices.some(({ id }) => id === chosen) ? chosen : undefined;
  };
  const open = questions.filter((question) => !question.stored && !chosenOf(question));
  const toAnswer = questions.some(({ stored }) => !stored);
  // A reader who returns to a long test continues at the first unanswered question.
  const [startAt] = useState(() => (open.length < questions.length ? open[0]?.id : undefined));
  const pages = useQuestionPages(
    questions.map(({ id }) => id),
    startAt,
    { startsFocused: startsFocused && !note },
  );
  const noteLine = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!startsFocused) return;
    noteLine.current?.focus({ preventScroll: true });
    noteLine.current?.scrollIntoView?.({ block: 'start' });
  }, [startsFocused]);
  const isLong = pages.pages > 1;
  const markedOf = (id: string) => draft.answers[id]?.marked ?? false;
  const answerAll = useRef<number>(undefined);
  // The message ends with the next answer: until then it may cover a question.
  const takeBack = useCallback(() => {
    if (answerAll.current !== undefined) dismissToast(answerAll.current);
  }, []);
  useEffect(() => takeBack, [takeBack]);
  const choose = (id: string, choiceId: string) => {
    takeBack();
    draft.set(id, { choice_ids: [choiceId], ...(markedOf(id) ? { marked: true } : {}) });
  };
  const toggleMark = (question: AskedQuestion) => {
    const chosen = chosenOf(question);
    draft.set(question.id, { choice_ids: chosen ? [chosen] : [], marked: !markedOf(question.id) });
  };

  const markChecked = useCheckedAnswer(questions);
  const isComplete = open.length === 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) {
      answerAll.current = notifyError(t('answerAll'));
      pages.goTo(open[0]?.id);
      return;
    }
    onSubmit(
      questions.flatMap((question) => {
        const choiceId = question.stored ? undefined : chosenOf(question);
        return choiceId ? [{ questionId: question.id, choiceId }] : [];
      }),
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      {note && (
        <p ref={noteLine} className={classes.note} dir="auto" tabIndex={-1}>
          {note}
        </p>
      )}
      <PaperPages pages={pages} count={questions.length}>
        {questions.slice(pages.from, pages.to).map((question, index) => {
          const chosen = chosenOf(question);
          return (
            <QuestionCard
              key={question.id}
              question={question}
              number={pages.from + index + 1}
              count={questions.length}
              chosen={chosen}
              onChoose={(choiceId) => choose(question.id, choiceId)}
              pageLink={pageLink}
            >
              {onCheck && !question.stored && chosen && (
                <Button
                  variant="default"
                  size="sm"
                  mt="sm"
                  loading={checking === question.id}
                  onClick={() => {
                    markChecked(question.id);
                    onCheck({ questionId: question.id, choiceId: chosen });
                  }}
                >
                  {t('check')}
                </Button>
              )}
              {isLong && !question.stored && (
                <MarkButton pressed={markedOf(question.id)} onClick={() => toggleMark(question)} />
              )}
            </QuestionCard>
          );
        })}
      </PaperPages>
      {toAnswer && (
        <div ref={keepClearOf} className={classes.bar} data-long={isLong || undefined}>
          {isLong && (
            <QuestionList
              questions={questions.map((question) => ({
                id: question.id,
                state: question.stored || chosenOf(question) ? 'answered' : 'open',
                marked: markedOf(question.id),
              }))}
              at={pages.from + 1}
              onGo={pages.goTo}
            />
          )}
          <span className={classes.count} aria-live="polite">
            {t('answered', { answered: questions.length - open.length, count: questions.length })}
          </span>
          <span className={classes.meter} aria-hidden="true">
            <span
              data-fill
              style={{ width: `${(100 * (questions.length - open.length)) / questions.length}%` }}
            />
          </span>
          {open.length > 0 && open.length < questions.length && (
            <Anchor component="button" type="button" size="sm" onClick={() => pages.goTo(open[0]?.id)}>
              {t('toFirstOpen')}
            </Anchor>
          )}
          <Button type="submit" loading={submitting}>
            {t('submit')}
          </Button>
          <span className={classes.kept} data-waiting={draft.waiting || undefined} role="status">
            {t(isTrial ? 'trial.notStored' : draft.waiting ? 'answersWaiting' : 'answersKept')}
          </span>
        </div>
      )}
    </form>
  );
}

function MarkButton({ pressed, onClick }: { pressed: boolean; onClick: () => void }) {
  const { t } = useTranslation('assessments');
  return (
    <button type="button" className={classes.mark} aria-pressed={pressed} onClick={onClick}>
      <Mark name="flag" size={16} />
      {t('mark')}
    </button>
  );
}
