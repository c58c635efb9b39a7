import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Score } from '@vesalius/contract/programs-students';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { notifyError } from '../../ui/notify.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { studentProgressOptions } from './api.ts';
import { saveProgressCsv } from './files.ts';
import { Portrait } from './portrait.tsx';
import classes from './progress-table.module.css';

/** The scores of one student, one table per book; N/A if there is none. */
export function ProgressTables({ programId, studentId }: { programId: string; studentId: string }) {
  const { t, i18n } = useTranslation('programs');
  const { data, error, refetch } = useQuery(studentProgressOptions(programId, studentId));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={320} />;
  const name = `${data.user.first_name} ${data.user.second_name}`.trim();
  return (
    <>
      <Link to={paths.students.to(programId)} className={classes.back}>
        {t('progress.back')}
      </Link>
      <div className={classes.who}>
        <Portrait name={name} image={data.user.image} size={72} />
        <div>
          <h1 dir="auto">{name}</h1>
          <p dir="ltr">{data.user.email}</p>
        </div>
        <Button
          variant="default"
          onClick={() =>
            void saveProgressCsv(programId, name, { student_id: studentId }).catch(() =>
              notifyError(t('students.exportFailed')),
            )
          }
        >
          {t('progress.export')}
        </Button>
      </div>
      {data.hidden_before && (
        <p role="note">
          {t('progress.hiddenBefore', { date: formatDate(data.hidden_before, i18n.language) })}
        </p>
      )}
      {data.tasks.length > 0 && (
        <section aria-labelledby="student-tasks">
          <h2 id="student-tasks" className={classes.heading}>
            {t('progress.tasks')}
          </h2>
          <ul className={classes.tasks}>
            {data.tasks.map(({ id, kind, title, book_title, due_on, note, state }) => (
              <li key={id} data-behind={state === 'behind' || undefined}>
                <span>
                  <bdi>{title}</bdi>
                  <small>
                    {t(`kinds.${kind}`)}
                    {kind !== 'book' && ' · '}
                    {kind !== 'book' && <bdi>{book_title}</bdi>}
                    {note && ' · '}
                    {note && <bdi>{note}</bdi>}
                  </small>
                </span>
                <span>
                  {state === 'done'
                    ? `✓ ${t('progress.taskDone')}`
                    : t(state === 'behind' ? 'progress.taskBehind' : 'progress.taskOpen', {
                        date: formatDate(due_on, i18n.language),
                      })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.books.length === 0 && (
        <EmptyState title={t('progress.noBooks')} hint={t('progress.noBooksHint')} />
      )}
      {data.books.map(({ book, tests, final_score }) => (
        <table key={book.id} className={classes.table}>
          <caption>
            <span className={classes.caption}>
              <img src={book.cover_photo} alt="" width={44} loading="lazy" />
              <span>
                <Link to={paths.programBookProfile.to(book.id)} dir="auto">
                  {book.title}
                </Link>
                <small dir="auto">{book.author}</small>
              </span>
            </span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('progress.chapter')}</th>
              <th scope="col">{t('progress.pre')}</th>
              <th scope="col">{t('progress.post')}</th>
            </tr>
          </thead>
          <tbody>
            {tests.map(({ test, test_report: { result } }) => (
              <tr key={test.id}>
                <th scope="row">
                  <bdi>{test.title}</bdi>
                </th>
                <td>
                  <Mark score={result.pre_test_score} />
                </td>
                <td>
                  <Mark score={result.post_test_score} />
                </td>
              </tr>
            ))}
            <tr className={classes.final}>
              <th scope="row">{t('progress.final')}</th>
              <td />
              <td>
                <Mark score={final_score} />
              </td>
            </tr>
          </tbody>
        </table>
      ))}
    </>
  );
}

function Mark({ score }: { score: Score | null }) {
  const { t } = useTranslation('programs');
  if (!score) return <span className={classes.none}>{t('progress.na')}</span>;
  return (
    <>
      {score.percentage}% <small>{t('progress.points', { score: score.score, total: score.total })}</small>
    </>
  );
}
