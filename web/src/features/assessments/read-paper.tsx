import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../product/marks.tsx';
import type { AskedQuestion } from '../../product/question/asked-question.ts';
import classes from './paper.module.css';
import { PaperForm, type PaperProps } from './paper-form.tsx';
import { QuestionCards } from './question-cards.tsx';
import resultClasses from './result.module.css';
import { ResultHead } from './result-head.tsx';
import type { DraftState } from './use-draft.ts';
import { useQuestionPages } from './use-question-pages.ts';

type ReadPaperProps = Pick<PaperProps, 'questions' | 'note' | 'onCheck' | 'pageLink'>;

/**
 * For users who cannot submit: the questions with their key, or as readers get them, to be answered without storing
 * anything.
 */
export function ReadPaper(paper: ReadPaperProps) {
  const { t } = useTranslation('assessments');
  const [trial, setTrial] = useState(0);
  return (
    <>
      <div className={classes.readonly}>
        <Mark name="lock" />
        <span>{t(trial ? 'trial.running' : 'readOnly')}</span>
        <Button size="xs" variant="default" onClick={() => setTrial((now) => (now ? 0 : 1))}>
          {t(trial ? 'trial.end' : 'trial.begin')}
        </Button>
      </div>
      {trial > 0 ? (
        <Trial key={trial} {...paper} isAgain={trial > 1} onAgain={() => setTrial(trial + 1)} />
      ) : (
        <KeyedQuestions {...paper} />
      )}
    </>
  );
}

function KeyedQuestions({ questions, note, pageLink }: ReadPaperProps) {
  const pages = useQuestionPages(
    questions.map(({ id }) => id),
    undefined,
  );
  return (
    <>
      {note && (
        <p className={classes.note} dir="auto">
          {note}
        </p>
      )}
      <QuestionCards {...{ questions, pages, pageLink }} />
    </>
  );
}

/** Grades by the key that these users have: the server stores nothing of it. */
function Trial({
  questions,
  note,
  onCheck,
  pageLink,
  isAgain,
  onAgain,
}: ReadPaperProps & { isAgain: boolean; onAgain: () => void }) {
  const { t } = useTranslation('assessments');
  const [answers, setAnswers] = useState<DraftState['answers']>({});
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const asked = questions.map((question) => asGiven(question, given[question.id]));
  const isComplete = asked.every(({ stored }) => stored);
  const right = asked.filter(({ stored }) => stored?.correct).length;
  const count = questions.length;
  return (
    <>
      {isComplete && (
        <div className={resultClasses.result} role="status">
          <ResultHead
            title={t('trial.result')}
            words={t('points', { score: right, total: count })}
            percent={(100 * right) / Math.max(1, count)}
            arriving
          />
          <Button variant="default" size="sm" onClick={onAgain}>
            {t('trial.again')}
          </Button>
        </div>
      )}
      <PaperForm
        questions={asked}
        draft={{
          answers,
          waiting: false,
          set: (id, answer) => setAnswers((now) => ({ ...now, [id]: answer })),
        }}
        {...(note ? { note } : {})}
        {...(onCheck
          ? { onCheck: ({ questionId, choiceId }) => setGiven((now) => ({ ...now, [questionId]: choiceId })) }
          : {})}
        submitting={false}
        isTrial
        startsFocused={isAgain}
        onSubmit={(sent) =>
          setGiven((now) => ({
            ...now,
            ...Object.fromEntries(sent.map(({ questionId, choiceId }) => [questionId, choiceId])),
          }))
        }
        pageLink={pageLink}
      />
    </>
  );
}

/** A question as readers get it: its key is hidden until it is answered. */
function asGiven(question: AskedQuestion, choiceId: string | undefined): AskedQuestion {
  const { choices } = question;
  if (choiceId !== undefined) {
    const correct = choices.find(({ id }) => id === choiceId)?.correct ?? false;
    return { ...question, stored: { choiceId, correct } };
  }
  return {
    ...question,
    stored: null,
    justification: null,
    choices: choices.map(({ id, text, imageUrl }) => ({ id, text, imageUrl })),
  };
}
