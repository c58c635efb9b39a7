import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { SCORES_LIVE_MAX_STUDENTS, STUDENT_STATES } from '@vesalius/contract/programs-limits';
import type { BookScores, ProgramOverview } from '@vesalius/contract/programs-overview';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { actErrorText } from '../../lib/error-text.ts';
import { formatDateTime, formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useEditionText } from '../../product/edition-note.tsx';
import { notifyError } from '../../ui/notify.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { overviewOptions } from './api.ts';
import { Assignments } from './assignments.tsx';
import { ChapterChart } from './chapter-chart.tsx';
import { saveProgressCsv } from './files.ts';
import classes from './overview.module.css';
import { StateBadge } from './state-badge.tsx';

/** How the program performs: for one book at a time, its scores and weak sections. */
export function Overview({
  programId,
  surveyOf,
}: {
  programId: string;
  /** The survey of the chosen book. */
  surveyOf: (bookId: string) => ReactNode;
}) {
  const { t } = useTranslation('programs');
  const editionText = useEditionText();
  const readersText = useReadersText();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery(overviewOptions(programId, search.get('book')));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <OverviewSkeleton />;
  return (
    <div className={classes.overview}>
      <States programId={programId} overview={data} />
      {data.scores && (
        <>
          <div className={classes.bookBar}>
            <NativeSelect
              className={classes.book ?? ''}
              label={t('overview.book')}
              description={readersText(data.scores)}
              inputWrapperOrder={['label', 'input', 'description']}
              value={data.scores.book.id}
              onChange={(event) =>
                setSearch({ book: event.currentTarget.value }, { replace: true, preventScrollReset: true })
              }
              data={data.books.map((book) => ({ value: book.id, label: editionText(book) }))}
            />
            <SaveScores programId={programId} book={data.scores.book} />
            <Button component={Link} to={paths.bookResults.to(data.scores.book.id)} variant="default">
              {t('overview.byQuestion')}
            </Button>
            {data.number_of_students > SCORES_LIVE_MAX_STUDENTS && <CountedAt scores={data.scores} />}
          </div>
          {data.scores.counted_at ? <Scores scores={data.scores} /> : <Skeleton h={260} />}
          {surveyOf(data.scores.book.id)}
        </>
      )}
      <Assignments programId={programId} overview={data} />
    </div>
  );
}

/** How many of the students are reading the book. Says nothing of a number that is zero. */
function useReadersText() {
  const { t } = useTranslation('programs');
  return ({ number_started: started, number_completed: completed }: BookScores): string => {
    if (started === 0) return t('overview.readersNone');
    return t(completed === 0 ? 'overview.readersStarted' : 'overview.readers', { started, completed });
  };
}

/** How many students are in each state that somebody is in. */
function States({ programId, overview }: { programId: string; overview: ProgramOverview }) {
  const { t, i18n } = useTranslation('programs');
  if (overview.number_of_students === 0)
    return <EmptyState title={t('overview.none')} hint={t('students.noneHint')} />;
  return (
    <section aria-labelledby="states-title">
      <h2 id="states-title">{t('overview.where')}</h2>
      <ul className={classes.states}>
        {STUDENT_STATES.filter((state) => overview.states[state] > 0).map((state) => (
          <li key={state}>
            <Link to={`${paths.students.to(programId)}?state=${state}`}>
              <span className={classes.count}>{formatNumber(overview.states[state], i18n.language)}</span>
              <StateBadge state={state} />
              <small>{t(`stateHints.${state}`)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One book at a time stays within the limits of a spreadsheet, however many students there are. */
function SaveScores({ programId, book }: { programId: string; book: BookScores['book'] }) {
  const { t, i18n } = useTranslation('programs');
  const save = useMutation({
    mutationFn: () => saveProgressCsv(programId, book.title, { book_id: book.id }),
    onError: async (error) =>
      notifyError(await actErrorText(error, i18n.language, t('students.exportFailed'))),
  });
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {t('overview.export')}
    </Button>
  );
}

/** Large programs show recently computed totals, with their time. */
function CountedAt({ scores: { counted_at: at, is_counting: counting } }: { scores: BookScores }) {
  const { t, i18n } = useTranslation('programs');
  const time = at && formatDateTime(at, i18n.language);
  return (
    <p className={classes.counted} role="status">
      {time ? t(counting ? 'overview.counting' : 'overview.counted', { time }) : t('overview.countingFirst')}
    </p>
  );
}

function Scores({ scores }: { scores: BookScores }) {
  const { t, i18n } = useTranslation('programs');
  // A section counts the answers after the chapter, or those before it where nobody has gone further.
  const results = scores.chapters.reduce((sum, { pre, post }) => sum + (post.count || pre.count), 0);
  return (
    <>
      <section aria-labelledby="chapters-title">
        <h2 id="chapters-title">{t('overview.chapters')}</h2>
        <p className={classes.hint}>
          {scores.chapters.length === 0 ? t('overview.noTests') : t('overview.chaptersHint')}
        </p>
        <div className={classes.charts}>
          {scores.chapters.map((chapter) => (
            <ChapterChart key={chapter.test.id} chapter={chapter} />
          ))}
        </div>
      </section>
      {scores.chapters.length > 0 && (
        <section aria-labelledby="weak-title">
          <h2 id="weak-title">{t('overview.weak')}</h2>
          <p className={classes.hint}>
            {scores.weak_sections.length > 0
              ? t('overview.weakHint')
              : t(results > 0 ? 'overview.weakNone' : 'overview.weakLater', { count: results })}
          </p>
          {scores.weak_sections.length > 0 && (
            <table className={classes.weak}>
              <thead>
                <tr>
                  <th scope="col">{t('overview.section')}</th>
                  <th scope="col">{t('overview.pages')}</th>
                  <th scope="col">{t('overview.right')}</th>
                  <th scope="col">{t('overview.takers')}</th>
                </tr>
              </thead>
              <tbody>
                {scores.weak_sections.map((section) => (
                  <tr key={`${section.test_title}-${section.name}`}>
                    <th scope="row">
                      <span dir="auto">{section.name}</span>
                      <small dir="auto">{section.test_title}</small>
                    </th>
                    <td>
                      <Link to={paths.bookViewer.to(scores.book.id, section.first_page)}>
                        <bdi>
                          {section.first_page}–{section.last_page}
                        </bdi>
                      </Link>
                    </td>
                    <td>{section.percentage}%</td>
                    <td>{formatNumber(section.number_of_students, i18n.language)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      )}
    </>
  );
}

function OverviewSkeleton() {
  return (
    <Placeholder className={classes.overview}>
      <Skeleton h={140} />
      <Skeleton h={44} maw={420} />
      <Skeleton h={260} />
    </Placeholder>
  );
}
