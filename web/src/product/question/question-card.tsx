import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Mark } from '../marks.tsx';
import { type AskedQuestion, letterOf } from './asked-question.ts';
import classes from './question-card.module.css';

/**
 * One question with its choices: to be answered, or locked with what came of it. Right and wrong are told by a sign
 * and words besides the colour.
 */
export function QuestionCard({
  question,
  number,
  count,
  chosen,
  onChoose,
  pageLink,
  children,
}: {
  question: AskedQuestion;
  number: number;
  count: number;
  /** What is chosen and not stored yet. */
  chosen?: string | undefined;
  /** Absent: only to be read. */
  onChoose?: ((choiceId: string) => void) | undefined;
  /** Where the page that proves the answer is read. */
  pageLink?: ((page: number) => string) | undefined;
  /** Below the choices: a button that checks this one. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('assessments');
  const { stored, justification } = question;
  const locked = stored !== null || !onChoose;
  return (
    <fieldset className={classes.question} id={`question-${question.id}`}>
      <legend>
        <span className={classes.number}>{t('questionNumber', { number, count })}</span>
        <span className={classes.text} dir="auto">
          {question.text}
        </span>
      </legend>
      {question.imageUrl && (
        <img className={classes.picture} src={question.imageUrl} alt={t('imageOfQuestion')} loading="lazy" />
      )}
      <div className={classes.choices}>
        {question.choices.map((choice, index) => {
          const isChosen = (stored?.choiceId ?? chosen) === choice.id;
          return (
            <Choice
              key={choice.id}
              group={question.id}
              letter={letterOf(index)}
              choice={choice}
              isChosen={isChosen}
              locked={locked}
              verdict={verdictOf(choice, isChosen, stored)}
              onChoose={() => onChoose?.(choice.id)}
            />
          );
        })}
      </div>
      {children}
      {question.readOnPage && pageLink && (
        <Anchor component={Link} to={pageLink(question.readOnPage)} size="sm">
          {t('proof', { page: question.readOnPage })}
        </Anchor>
      )}
      {justification && (justification.text || justification.imageUrl || justification.page) && (
        <div className={classes.why}>
          <strong>{t('justification')}</strong>
          {justification.text && <p dir="auto">{justification.text}</p>}
          {justification.imageUrl && (
            <img
              className={classes.picture}
              src={justification.imageUrl}
              alt={t('imageOfJustification')}
              loading="lazy"
            />
          )}
          {justification.page && pageLink && (
            <Anchor component={Link} to={pageLink(justification.page)} size="sm">
              {t('proof', { page: justification.page })}
            </Anchor>
          )}
        </div>
      )}
    </fieldset>
  );
}

type Verdict = 'right' | 'wrong' | 'rightAnswer' | null;
function verdictOf(
  { correct }: { correct?: boolean },
  isChosen: boolean,
  stored: AskedQuestion['stored'],
): Verdict {
  // As it was graded, for the chosen one; the key, for the others.
  if (isChosen && stored) return stored.correct ? 'right' : 'wrong';
  return correct ? 'rightAnswer' : null;
}

function Choice({
  group,
  letter,
  choice,
  isChosen,
  locked,
  verdict,
  onChoose,
}: {
  group: string;
  letter: string;
  choice: AskedQuestion['choices'][number];
  isChosen: boolean;
  locked: boolean;
  verdict: Verdict;
  onChoose: () => void;
}): ReactNode {
  const { t } = useTranslation('assessments');
  const tone = verdict === 'wrong' ? 'wrong' : verdict ? 'right' : undefined;
  return (
    <label
      className={classes.choice}
      data-chosen={isChosen || undefined}
      data-locked={locked || undefined}
      data-tone={tone}
    >
      <input type="radio" name={group} checked={isChosen} disabled={locked} onChange={onChoose} />
      <span className={classes.letter} aria-hidden="true">
        {letter}
      </span>
      <span className={classes.answer} dir="auto">
        {choice.text}
        {choice.imageUrl && <img src={choice.imageUrl} alt={t('imageOfChoice', { letter })} loading="lazy" />}
      </span>
      {verdict && (
        <span className={classes.verdict} data-tone={tone}>
          <Mark name={verdict === 'wrong' ? 'wrong' : 'right'} />
          {t(verdict)}
        </span>
      )}
    </label>
  );
}
