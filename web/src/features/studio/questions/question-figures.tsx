import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { STATISTICS_MIN_ANSWERS } from '@vesalius/contract/constants';
import type { TurnFigures, WorkQuestionStatistics } from '@vesalius/contract/work-questions';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { Mark } from '../../../product/marks.tsx';
import { ShareBar } from '../../../ui/share-bar.tsx';
import { FailedState } from '../../../ui/states.tsx';
import classes from './figures.module.css';
import { doubtOf, figuresOf, inOrderOf, isCounted, isRightOn } from './read-figures.ts';

/** How readers answered the question in this wording, or in the one that they were asked. */
export function QuestionFigures(props: {
  id: string;
  question: Fields;
  statistics: UseQueryResult<WorkQuestionStatistics>;
}) {
  const { t } = useTranslation('questions');
  const { data, error, refetch } = props.statistics;
  return (
    <section className={classes.figures} aria-label={t('figures.title')}>
      <h4>{t('figures.title')}</h4>
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={96} />}
      {data && <Wordings {...props} data={data} />}
    </section>
  );
}

function Wordings({ id, question, data }: { id: string; question: Fields; data: WorkQuestionStatistics }) {
  const { t } = useTranslation('questions');
  const wordings = data.questions.find(({ key }) => key === id)?.wordings;
  if (!wordings) return <p className={classes.note}>{t('figures.notAsked')}</p>;
  const { own, earlier } = figuresOf(wordings, question);
  return (
    <>
      {own ? (
        own.turns.map((turn) => <Turn key={turn.kind} {...{ turn, question }} isOwn />)
      ) : (
        <p className={classes.note}>{t('figures.changed')}</p>
      )}
      {earlier && (
        <details open={!own} className={classes.earlier}>
          <summary>{t('figures.earlier')}</summary>
          <blockquote dir="auto">{earlier.question}</blockquote>
          {earlier.turns.map((turn) => (
            <Turn key={turn.kind} {...{ turn, question }} isOwn={false} />
          ))}
        </details>
      )}
    </>
  );
}

/** Answers to an earlier wording say nothing about the key on the desk. */
function Turn({ turn, question, isOwn }: { turn: TurnFigures; question: Fields; isOwn: boolean }) {
  const { t, i18n } = useTranslation('questions');
  const number = (value: number) => formatNumber(value, i18n.language);
  const { kind, number_answered: answered, percentage_right: right, difficulty, discrimination } = turn;
  const doubt = isOwn ? doubtOf(question, turn) : null;
  const isOtherKey = isOwn && turn.choices.some((choice) => isRightOn(question, choice) !== choice.correct);
  return (
    <div className={classes.turn}>
      {(kind === 'pre' || kind === 'post') && <h5>{t(`figures.kinds.${kind}`)}</h5>}
      {answered === null || !isCounted(turn) ? (
        <p className={classes.note}>{t('figures.fewerThan', { number: number(STATISTICS_MIN_ANSWERS) })}</p>
      ) : (
        <>
          {doubt && (
            <p className={classes.doubt}>
              <strong>{t('figures.suspect')}.</strong>{' '}
              {doubt.code === 'negative'
                ? t('figures.negative')
                : t('figures.better', { choice: doubt.choice || t('figures.picture') })}
            </p>
          )}
          <dl>
            <div>
              <dt>{t('figures.answered')}</dt>
              <dd>{number(answered)}</dd>
            </div>
            <div>
              <dt>{t('figures.right')}</dt>
              <dd>
                {right === null ? '–' : t('figures.percent', { value: number(Math.round(right)) })}
                {difficulty && ` · ${t(`figures.difficulties.${difficulty}`)}`}
              </dd>
            </div>
            <div>
              <dt>{t('figures.discrimination')}</dt>
              <dd data-suspect={(discrimination !== null && discrimination < 0) || undefined}>
                <bdi dir="ltr">{discrimination ?? '–'}</bdi>
              </dd>
            </div>
          </dl>
          <ul aria-label={t('figures.chosen')}>
            {inOrderOf(question, turn.choices).map((choice, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and never change places
              <li key={index}>
                <span className={classes.answer}>
                  <bdi>{choice.answer || t('figures.picture')}</bdi>
                  {choice.correct && (
                    <span className={classes.right}>
                      <Mark name="right" size={14} />
                      {t('preview.right')}
                    </span>
                  )}
                </span>
                <ShareBar of={answered} value={choice.number_chosen} isRight={choice.correct} />
                <span className={classes.share}>
                  {t('figures.percent', {
                    value: number(Math.round((100 * choice.number_chosen) / answered)),
                  })}
                </span>
              </li>
            ))}
          </ul>
          {isOtherKey && <p className={classes.note}>{t('figures.otherKey')}</p>}
        </>
      )}
    </div>
  );
}
