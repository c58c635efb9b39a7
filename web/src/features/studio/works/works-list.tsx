import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WorkPerson, WorkRow } from '@vesalius/contract/studio';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/formats.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { ListBar, SearchFilter } from '../../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../../ui/record-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { worksOptions } from '../api.ts';
import { useFieldLabel } from '../fields/field-label.ts';
import { PublicationState } from '../publish/publication-state.tsx';
import AskedReviews from '../review/asked-reviews.tsx';
import { ReviewLine } from '../review/review-line.tsx';
import classes from './works.module.css';

/** Further ones are only counted. */
const MAX_MISSING_SHOWN = 3;

export function WorksList() {
  const { t, i18n } = useTranslation('studio');
  const isStaff = useSession()?.role === 'staff';
  const { filters, page, change, addressOf } = useAddressFilters(['search']);
  const query = useQuery(worksOptions({ page, search_term: filters.search }));
  const columns: Column<WorkRow>[] = [
    { key: 'book', label: t('works.book'), cell: (work) => <Book work={work} /> },
    {
      key: 'state',
      label: t('works.state'),
      isWhole: true,
      cell: (work) => (
        <>
          <PublicationState publication={work} />
          <ReviewLine work={work} />
        </>
      ),
    },
    { key: 'people', label: t('works.people'), cell: ({ people }) => <People people={people} /> },
    { key: 'missing', label: t('works.missing'), cell: (work) => <Missing work={work} /> },
    {
      key: 'changed',
      label: t('works.changed'),
      cell: ({ changed_at, changed_by }) => (
        <>
          <span>{formatDateTime(changed_at, i18n.language)}</span>
          {changed_by && (
            <small>
              <bdi>{changed_by}</bdi>
            </small>
          )}
        </>
      ),
    },
  ];
  const newBook = (
    <Button component={Link} to={paths.studioNew.to()}>
      {t('works.new')}
    </Button>
  );
  return (
    <>
      <AskedReviews />
      <ListBar>
        <SearchFilter
          label={t('works.search')}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        {isStaff && newBook}
      </ListBar>
      <RecordList
        label={t('works.title')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={
          filters.search ? undefined : (
            <EmptyState
              title={t('works.noneTitle')}
              hint={t(isStaff ? 'works.noneHint' : 'works.noneHintReviewer')}
            />
          )
        }
      />
    </>
  );
}

function Book({ work: { id, title, edition, slug, cover, may_edit: mayEdit } }: { work: WorkRow }) {
  const { t } = useTranslation('studio');
  return (
    <span className={classes.book}>
      <span className={classes.cover}>{cover && <img src={cover} alt="" loading="lazy" />}</span>
      <span>
        <Link to={mayEdit ? paths.studioWork.to(id) : paths.studioPreview.to(id)}>
          <bdi>{title ?? slug ?? t('works.untitled')}</bdi>
        </Link>
        {edition && (
          <small>
            <bdi>{edition}</bdi>
          </small>
        )}
      </span>
    </span>
  );
}

function People({ people }: { people: readonly WorkPerson[] }) {
  const { t } = useTranslation('studio');
  if (people.length === 0) return t('works.nobody');
  return (
    <ul className={classes.people}>
      {people.map(({ role, name, email, user_id }) => (
        <li key={`${role} ${user_id ?? email}`}>
          <bdi>{name ?? email}</bdi> <small>{t(`role.${role}`)}</small>
        </li>
      ))}
    </ul>
  );
}

function Missing({ work: { id, missing: fields, missing_approvals: approvals } }: { work: WorkRow }) {
  const { t } = useTranslation('studio');
  const labelOf = useFieldLabel();
  const shown = fields.slice(0, MAX_MISSING_SHOWN).map(labelOf).join(t('comma'));
  const more = fields.length - MAX_MISSING_SHOWN;
  if (fields.length === 0 && approvals === 0) return t('works.nothingMissing');
  return (
    <>
      {more > 0 ? t('works.missingMore', { shown, count: more }) : shown}
      {approvals > 0 && (
        <small>
          <Link to={paths.studioReview.to(id)}>{t('works.approvals', { count: approvals })}</Link>
        </small>
      )}
    </>
  );
}
