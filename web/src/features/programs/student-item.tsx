import { Button, Checkbox } from '@mantine/core';
import type { StudentRow } from '@vesalius/contract/programs-students';
import { ChevronDown } from 'lucide';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/formats.ts';
import { invitationEnd, isInvitationOver } from '../../lib/invitation-end.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResendButton } from '../../ui/resend-button.tsx';
import { Portrait } from './portrait.tsx';
import { StateBadge } from './state-badge.tsx';
import classes from './student-item.module.css';

/** A student with name, place and last chapter; expanded, a bar and the final score of each book. */
export function StudentItem({
  row,
  programId,
  marked,
  onMark,
  isResending,
  onResend,
  isReminding,
  onRemind,
}: {
  row: StudentRow;
  programId: string;
  marked: boolean;
  onMark: (on: boolean) => void;
  isResending: boolean;
  onResend: () => void;
  isReminding: boolean;
  onRemind: () => void;
}) {
  const { t, i18n } = useTranslation('programs');
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
        <span className={classes.state}>
          <StateBadge state={row.state} />
          {row.state === 'behind' && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('students.remindOf', { name })}
              loading={isReminding}
              onClick={onRemind}
            >
              {t('students.remind')}
            </Button>
          )}
          {row.state === 'behind' && row.reminded_at && (
            <small>{t('students.remindedOn', { date: formatDate(row.reminded_at, i18n.language) })}</small>
          )}
        </span>
        {row.state === 'invited' ? (
          <span className={classes.invited}>
            {row.invitation_sent_at && (
              <small>
                {t(
                  isInvitationOver(row.invitation_sent_at) ? 'students.invitationOver' : 'students.invitedOn',
                  {
                    date: formatDateTime(row.invitation_sent_at, i18n.language),
                    until: formatDate(invitationEnd(row.invitation_sent_at), i18n.language),
                  },
                )}
              </small>
            )}
            <ResendButton
              sentAt={row.invitation_sent_at}
              label={t('students.resendTo', { name })}
              loading={isResending}
              onClick={onResend}
            >
              {t('students.resend')}
            </ResendButton>
          </span>
        ) : (
          <>
            <span className={classes.last}>
              <small>
                {row.last_active_at
                  ? t('students.lastActive', { date: formatDate(row.last_active_at, i18n.language) })
                  : t('students.neverActive')}
              </small>
              {course && row.last_active_at && (
                <span dir="auto" title={t('students.lastCourse')}>
                  {course.title}
                </span>
              )}
            </span>
            <span className={classes.last}>
              <small>{t('students.lastChapter')}</small>
              {chapter ? (
                <span>
                  <bdi>{chapter.title}</bdi>{' '}
                  <b>
                    {chapter.post_test_score
                      ? t('students.bothTests', {
                          pre: chapter.pre_test_score.percentage,
                          post: chapter.post_test_score.percentage,
                        })
                      : t('students.preTest', { percentage: chapter.pre_test_score.percentage })}
                  </b>
                </span>
              ) : (
                <span className={classes.none}>{t('progress.na')}</span>
              )}
            </span>
          </>
        )}
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-label={t('students.details', { name })}
          onClick={() => setOpen(!open)}
        >
          <Icon icon={ChevronDown} size={16} weight={1.75} />
        </button>
      </div>
      <div id={id} hidden={!open} className={classes.books}>
        {row.hidden_before && (
          <small>{t('progress.hiddenBefore', { date: formatDate(row.hidden_before, i18n.language) })}</small>
        )}
        {row.books.map(({ book, percentage, tests_done, number_of_tests, final_score, ...standing }) => (
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
              {number_of_tests > 0 && (
                <>
                  {t('students.testsDone')}:{' '}
                  <b>{t('students.tests', { done: tests_done, total: number_of_tests })}</b>
                </>
              )}
            </span>
            <span className={classes.number}>
              {t('students.final')}: <b>{final_score ? `${final_score.percentage}%` : t('progress.na')}</b>
            </span>
            <span className={classes.marks}>
              <Mark label={t('students.read')} done={standing.is_read} />
              <Mark label={t('students.passed')} done={standing.is_passed} />
              <Mark label={t('students.certified')} done={standing.is_certified} />
            </span>
            {standing.certificate_requires && (
              <small className={classes.requires}>
                {t('students.requires')}{' '}
                {[
                  standing.certificate_requires.mandatory_tests &&
                    t('students.requiresTests', standing.certificate_requires.mandatory_tests),
                  standing.certificate_requires.pages_percent !== null &&
                    t('students.requiresPages', { percent: standing.certificate_requires.pages_percent }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            )}
          </div>
        ))}
      </div>
    </li>
  );
}

/** One of three completion marks of a book; a book without a final test or certificate says so. */
function Mark({ label, done }: { label: string; done: boolean | null }) {
  const { t } = useTranslation('programs');
  const word = done === null ? t('progress.na') : t(done ? 'students.yes' : 'students.notYet');
  return (
    <span className={classes.number}>
      {label}: <b>{done ? `✓ ${word}` : word}</b>
    </span>
  );
}
