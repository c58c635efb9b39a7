import { Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import {
  QUESTION_TURNS,
  STATISTICS_ORDERS,
  type QuestionStatistics as Statistics,
} from '@vesalius/contract/assessments-results';
import { STATISTICS_MIN_ANSWERS } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { Mark } from '../../../product/marks.tsx';
import { Pager } from '../../../ui/pager.tsx';
import records from '../../../ui/records.module.css';
import { ShareBar } from '../../../ui/share-bar.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { statisticsOptions } from './api.ts';
import classes from './results.module.css';
import { useSaveAnswer } from './use-save-answer.ts';

/** For each question in each test: how many answered, how many were right, and which wrong answers were chosen. */
export function QuestionStatistics({ bookId }: { bookId: string }) {
  const { t } = useTranslation('results');
  const { filters, page, change, addressOf } = useAddressFilters(['kind', 'order']);
  const { data, error, refetch } = useQuery(statisticsOptions(bookId, { ...filters, page }));
  const save = useSaveAnswer(assessmentsCalls.downloadQuestionStatistics, 'questions.csv');
  return (
    <section className={classes.results}>
      <Text c="dimmed" size="sm" maw="72ch" mb="md">
        {t('statistics.intro', { count: STATISTICS_MIN_ANSWERS })} {t('statistics.discriminationHint')}
      </Text>
      <div className={records.bar}>
        <NativeSelect
          label={t('statistics.kind')}
          value={filters.kind}
          onChange={(event) => change({ kind: event.currentTarget.value })}
          data={[
            { value: '', label: t('statistics.anyKind') },
            ...QUESTION_TURNS.map((value) => ({ value, label: t(`statistics.kinds.${value}`) })),
          ]}
        />
        <NativeSelect
          label={t('statistics.order')}
          value={filters.order || 'book'}
          onChange={({ currentTarget: { value } }) => change({ order: value === 'book' ? null : value })}
          data={STATISTICS_ORDERS.map((value) => ({ value, label: t(`statistics.orders.${value}`) }))}
        />
        <Button
          variant="default"
          loading={save.isPending}
          onClick={() => save.mutate({ book_id: bookId, kind: filters.kind })}
        >
          {t('csv')}
        </Button>
      </div>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={320} mt="md" />}
      {data?.data.length === 0 && <EmptyState title={t('statistics.none')} hint={t('statistics.noneHint')} />}
      {data?.data.map((item) => (
        <Item key={`${item.question_id}${item.kind}`} item={item} />
      ))}
      {data && (
        <div className={records.foot}>
          <Pager
            page={data.metadata.currentPage}
            pages={data.metadata.pages}
            addressOf={addressOf}
            words={{
              label: t('pages'),
              previous: t('previous'),
              next: t('next'),
              position: t('pageOf', { page: data.metadata.currentPage, pages: data.metadata.pages }),
            }}
          />
        </div>
      )}
    </section>
  );
}

function Item({ item }: { item: Statistics }) {
  const { t, i18n } = useTranslation('results');
  const { difficulty, discrimination, number_answered: answered, percentage_right: right } = item;
  const number = (value: number) => formatNumber(value, i18n.language);
  const tooFew = t('statistics.fromOn', { number: number(STATISTICS_MIN_ANSWERS) });
  return (
    <article className={classes.item}>
      <Text size="sm" c="dimmed">
        {t(`statistics.kinds.${item.kind}`)}
        {item.subject_title && (
          <>
            {' · '}
            <bdi>{item.subject_title}</bdi>
          </>
        )}
      </Text>
      <h2 dir="auto">{item.question}</h2>
      <dl className={classes.figures}>
        <div>
          <dt>{t('statistics.answered')}</dt>
          <dd>
            {answered === null
              ? t('statistics.fewerThan', { count: STATISTICS_MIN_ANSWERS })
              : number(answered)}
          </dd>
        </div>
        {answered !== null && (
          <>
            <div>
              <dt>{t('statistics.right')}</dt>
              <dd>
                {right === null ? (answered === 0 ? '–' : tooFew) : t('percent', { value: number(right) })}
              </dd>
            </div>
            <div>
              <dt>{t('statistics.difficulty')}</dt>
              <dd>{difficulty ? t(`statistics.difficulties.${difficulty}`) : tooFew}</dd>
            </div>
            <div>
              <dt>{t('statistics.discrimination')}</dt>
              <dd data-suspect={(discrimination !== null && discrimination < 0) || undefined}>
                <bdi dir="ltr">{discrimination ?? (difficulty ? '–' : tooFew)}</bdi>
              </dd>
            </div>
          </>
        )}
      </dl>
      {answered === null && (
        <Text size="sm" c="dimmed" maw="72ch">
          {t('statistics.hidden', { number: number(STATISTICS_MIN_ANSWERS) })}
        </Text>
      )}
      <ul className={classes.choices} aria-label={t('statistics.chosen')}>
        {item.choices.map((choice) => (
          <li key={choice.id}>
            <span dir="auto">
              {choice.answer}
              {choice.correct && (
                <span className={classes.right}>
                  <Mark name="right" size={14} />
                  {t('statistics.rightAnswer')}
                </span>
              )}
            </span>
            {choice.number_chosen !== null && answered !== null && (
              <>
                <ShareBar of={answered} value={choice.number_chosen} isRight={choice.correct} />
                <span className={classes.count}>
                  {t('statistics.times', {
                    count: choice.number_chosen,
                    number: number(choice.number_chosen),
                  })}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}
