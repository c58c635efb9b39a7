import { NativeSelect, Progress, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { EditionNote } from '../../product/edition-note.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { ownInstitutionOptions } from './api.ts';
import classes from './management.module.css';
import { Members } from './members.tsx';
import { UsageReports } from './usage-reports.tsx';

/** Copied from the contract, whose module includes schemas that the browser does not load. */
const SEAT_IDLE_DAYS = 90;

/** A manager's view of an institution: seats, members, usage. A manager of several can choose one. */
export function Management({ invite }: { invite: (institutionId: string) => ReactNode }) {
  const { t, i18n } = useTranslation('institutions');
  const [address, change] = useAddress();
  const { data, error, refetch } = useQuery(ownInstitutionOptions(address.get('institution') ?? undefined));
  const nobody = error instanceof CallError && error.status === 404;
  if (nobody || (data && !data.is_manager))
    return <EmptyState title={t('notManager')} hint={t('notManagerHint')} />;
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={320} mt="xl" />;
  const managed = data.institutions.filter(({ is_manager }) => is_manager);
  return (
    <div className={classes.management}>
      {managed.length > 1 && (
        <NativeSelect
          maw={420}
          label={t('choose')}
          value={data.id}
          onChange={(event) =>
            change({
              institution: event.currentTarget.value,
              search: null,
              activity: null,
              order: null,
              page: null,
            })
          }
          data={managed.map(({ id, name, is_ended, ends_at }) => ({
            value: id,
            label: is_ended ? `${name} (${t('ended', { date: formatDate(ends_at, i18n.language) })})` : name,
          }))}
        />
      )}
      <header>
        <h1 dir="auto">{data.name}</h1>
        <p>{t(data.is_ended ? 'ended' : 'until', { date: formatDate(data.ends_at, i18n.language) })}</p>
        {data.is_ended && <p>{t('endedHint')}</p>}
      </header>
      <section aria-labelledby="seats-title">
        <h2 id="seats-title">{t('seats')}</h2>
        <p className={classes.figure}>
          {data.seats === null
            ? t('seatsOpen', { taken: data.seats_taken })
            : t('seatsOf', { taken: data.seats_taken, seats: data.seats })}
        </p>
        {data.seats !== null && (
          <Progress value={(data.seats_taken * 100) / data.seats} maw={420} aria-label={t('seats')} />
        )}
        {data.seats !== null && !data.is_ended && (
          <p className={classes.hint}>{t('seatsHint', { days: SEAT_IDLE_DAYS })}</p>
        )}
        {!data.is_ended && data.domains.length > 0 && (
          <p className={classes.hint}>{t('domains', { domains: data.domains.join(', ') })}</p>
        )}
        {data.people_waiting > 0 && <p>{t('waiting', { count: data.people_waiting })}</p>}
      </section>
      <Members key={data.id} institutionId={data.id} isReadOnly={data.is_ended} />
      <section aria-labelledby="covered-title">
        <h2 id="covered-title">{t('covered')}</h2>
        {data.books.length === 0 ? (
          <p className={classes.hint}>{t('noneCovered')}</p>
        ) : (
          <ul className={classes.covered}>
            {data.books.map((book) => (
              <li key={book.id}>
                <Link to={paths.bookProfile.to(book.id)} dir="auto">
                  {book.title}
                </Link>
                <small>
                  <EditionNote {...book} whose="terms" />
                </small>
              </li>
            ))}
          </ul>
        )}
      </section>
      {!data.is_ended && <Fragment key={`invite ${data.id}`}>{invite(data.id)}</Fragment>}
      <UsageReports institutionId={data.id} />
    </div>
  );
}
