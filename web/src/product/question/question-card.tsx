import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { directionOf } from '../../lib/direction-of.ts';
import { Mark } from '../marks.tsx';
import { type AskedQuestion, letterOf } from './asked-question.ts';
import classes from './question-card.module.css';

/**
 * A question with its choices, open for an answer or locked with its result. An icon and words show right and wrong,
 * not the color alone.
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
  /** The selected choice that is not stored yet. */
  chosen?: string | undefined;
  /** Absent if the question can only be read. */
  onChoose?: ((choiceId: string) => void) | undefined;
  /** The address of the page that explains the answer. */
  pageLink?: ((page: number) => string) | undefined;
  /** Shown below the choices, such as a button that checks the answer. */
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
      <div className={classes.choices} dir={directionOf(question.text)}>
        {question.choices.map((choice, index) => {
          const isChosen = (stored?.choiceId ?? chosen) === choice.id;
          return (
            <Choice
              key={choice.id}
              group={question.id}
              letter={letterOf(index, question.text)}
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
  // The chosen one is shown as it was graded, the others by the key.
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
      <span className={classes.answer}>
        <bdi>{choice.text}</bdi>
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
