import { Checkbox } from '@mantine/core';
import type { StudentRow } from '@vesalius/contract/programs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Portrait } from './portrait.tsx';
import { StateBadge } from './state-badge.tsx';
import classes from './student-item.module.css';

/** One student: who, where, how the last chapter went; opened, a bar and the final score of each book. */
export function StudentItem({
  row,
  programId,
  marked,
  onMark,
}: {
  row: StudentRow;
  programId: string;
  marked: boolean;
  onMark: (on: boolean) => void;
}) {
  const { t } = useTranslation('programs');
  const [open, setOpen] = useState(false);
  const id = useId();
  const { user, last_course: course, last_chapter: chapter } = row;
  const name = `${user.first_name} ${user.second_name}`.trim();
  return (
    <li className={classes.item} data-marked={marked || undefined}>
      <div className={classes.line}>
        <Checkbox
          aria-label={t('students.select', { name })}
          checked={marked}
          onChange={(event) => onMark(event.currentTarget.checked)}
        />
        <Link className={classes.who} to={paths.studentProgress.to(programId, user.id)}>
          <Portrait name={name} image={user.image} />
          <span>
            <strong dir="auto">{name}</strong>
            <small dir="ltr">{user.email}</small>
          </span>
        </Link>
        <StateBadge state={row.state} />
        <span className={classes.last}>
          {course && (
            <>
              <small>{t('students.lastCourse')}</small>
              <span dir="auto">{course.title}</span>
            </>
          )}
        </span>
        <span className={classes.last}>
          <small>{t('students.lastChapter')}</small>
          {chapter ? (
            <span>
              <bdi>{chapter.title}</bdi> <b>{chapter.pre_test_score.percentage}%</b>
            </span>
          ) : (
            <span className={classes.none}>{t('progress.na')}</span>
          )}
        </span>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-label={t('students.details', { name })}
          onClick={() => setOpen(!open)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3 6 5 5 5-5" />
          </svg>
        </button>
      </div>
      <div id={id} hidden={!open} className={classes.books}>
        {row.books.map(({ book, percentage, tests_done, number_of_tests, final_score }) => (
          <div key={book.id} className={classes.book}>
            <span dir="auto">{book.title}</span>
            <span
              className={classes.bar}
              role="progressbar"
              aria-valuenow={percentage}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-label={t('students.barOf', { title: book.title, percentage })}
            >
              <span data-fill style={{ inlineSize: `${percentage}%` }} />
            </span>
            <span className={classes.number}>
              {t('students.tests', { done: tests_done, total: number_of_tests })}
            </span>
            <span className={classes.number}>
              {t('students.final')}: <b>{final_score ? `${final_score.percentage}%` : t('progress.na')}</b>
            </span>
          </div>
        ))}
      </div>
    </li>
  );
}
