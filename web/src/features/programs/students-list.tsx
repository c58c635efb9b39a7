import { Button, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { STUDENT_STATES, type StudentState } from '@vesalius/contract/programs-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { actErrorText } from '../../lib/error-text.ts';
import { askableId } from '../../lib/known-id.ts';
import { paths } from '../../lib/paths.ts';
import { keyOf, keysUnder } from '../../lib/query-keys.ts';
import { useAddressFilters, useTypedFilter } from '../../lib/use-address-filters.ts';
import { ActivityFilters, activityOf } from '../../ui/activity-filters.tsx';
import { notifyError } from '../../ui/notify.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { RecentRemovals } from '../../ui/recent-removals.tsx';
import { ListFoot } from '../../ui/record-list.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { useResend } from '../../ui/use-resend.tsx';
import { programsApi, studentsOptions } from './api.ts';
import { DeleteStudents } from './delete-students.tsx';
import { saveProgressCsv } from './files.ts';
import { SelectWholeList } from './select-whole-list.tsx';
import { StudentItem } from './student-item.tsx';
import classes from './students-list.module.css';

const isState = (value: string | null): value is StudentState =>
  STUDENT_STATES.includes(value as StudentState);

/** The students by name. Search, filters and page are in the address; the server applies them. */
export function StudentsList({ programId }: { programId: string }) {
  const { t, i18n } = useTranslation('programs');
  const { filters, page, change, addressOf } = useAddressFilters(['search', 'state', 'activity', 'order']);
  const { search: term } = filters;
  const typed = useTypedFilter(term, (search) => change({ search }));
  const state = isState(filters.state) ? filters.state : null;
  const { activity, order } = activityOf(filters);
  const shown = { search: term, state, activity, order };
  const isFiltered = term !== '' || state !== null || activity !== null;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    studentsOptions(programId, { ...shown, page }),
  );
  // Other students have no open invitation.
  const mayResend = state === 'invited' || (state === null && activity !== null);
  const [marked, setMarked] = useState<ReadonlyMap<string, string>>(new Map());
  const [asking, setAsking] = useState(false);

  const resend = useResend(
    (body) => programsApi.resendInvitations({ params: { id: programId }, body }),
    keysUnder('programs', 'students', programId),
  );
  const remind = useResend(
    (body) => programsApi.remindStudents({ params: { id: programId }, body }),
    keysUnder('programs', 'students', programId),
    'remind',
  );
  const save = useMutation({
    mutationFn: () => saveProgressCsv(programId, 'progress'),
    onError: async (error) =>
      notifyError(await actErrorText(error, i18n.language, t('students.exportFailed'))),
  });

  const rows = data?.data ?? [];
  // The last page may have disappeared with its students.
  const lastPage = Math.max(1, data?.metadata.pages ?? 1);
  const isGone = !isPlaceholderData && data?.data.length === 0 && page > lastPage;
  const allMarked = rows.length > 0 && rows.every(({ user }) => marked.has(user.id));
  // The selection is kept when the filter changes: it may include students that are not shown.
  const here = rows.filter(({ user }) => marked.has(user.id)).length;
  const mark = (changes: readonly (readonly [string, string])[], on: boolean) => {
    const next = new Map(marked);
    for (const [id, name] of changes) on ? next.set(id, name) : next.delete(id);
    setMarked(next);
  };
  const nameOf = (user: { first_name: string; second_name: string }) =>
    `${user.first_name} ${user.second_name}`.trim();

  return (
    <>
      <div className={classes.tools}>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          size="md"
          aria-label={t('students.search')}
          placeholder={t('students.search')}
          value={typed.value}
          onChange={(event) => typed.onChange(event.currentTarget.value)}
        />
        <NativeSelect
          size="md"
          aria-label={t('students.state')}
          value={state ?? ''}
          onChange={(event) => change({ state: event.currentTarget.value })}
          data={[
            { value: '', label: t('students.anyState') },
            ...STUDENT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
        />
        <ActivityFilters activity={activity} order={order} onChange={change} />
        <span className={classes.gap} />
        <Button
          variant="default"
          disabled={marked.size === 0}
          onClick={() => (marked.size === 0 ? notifyError(t('students.noneMarked')) : setAsking(true))}
        >
          {t('students.delete')}
        </Button>
        <Button component={Link} to={paths.addStudent.to(programId)}>
          {t('students.add')}
        </Button>
      </div>
      {marked.size > here && (
        <div className={classes.summary}>
          <span role="status">{t('students.selectedElsewhere', { number: marked.size, here })}</span>
          <Button variant="subtle" size="sm" onClick={() => setMarked(new Map())}>
            {t('students.clear')}
          </Button>
        </div>
      )}
      {error && !data && (
        <FailedState
          // An invalid id is answered with 422.
          {...(error instanceof CallError && (error.status === 404 || error.status === 422)
            ? { title: t('students.noProgram'), hint: t('students.noProgramHint') }
            : { error })}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <ListSkeleton />}
      {isGone && <Navigate to={addressOf(lastPage)} replace />}
      {data && rows.length === 0 && !isGone && (
        <EmptyState
          title={t(isFiltered ? 'students.noMatch' : 'students.none')}
          hint={t(isFiltered ? 'students.noMatchHint' : 'students.noneHint')}
        />
      )}
      {data && rows.length > 0 && (
        <section aria-label={t('students.title')} aria-busy={isPlaceholderData} className={classes.box}>
          <div className={classes.summary}>
            <Checkbox
              label={t(allMarked ? 'students.deselectAll' : 'students.selectAll')}
              checked={allMarked}
              indeterminate={!allMarked && rows.some(({ user }) => marked.has(user.id))}
              onChange={() =>
                allMarked
                  ? setMarked(new Map())
                  : mark(
                      rows.map(({ user }) => [user.id, nameOf(user)] as const),
                      true,
                    )
              }
            />
            {allMarked && data.metadata.count > rows.length && marked.size < data.metadata.count && (
              <SelectWholeList
                programId={programId}
                filter={shown}
                count={data.metadata.count}
                onSelect={(all) =>
                  mark(
                    all.map(({ user }) => [user.id, nameOf(user)] as const),
                    true,
                  )
                }
              />
            )}
            <span aria-live="polite">
              {marked.size > 0
                ? t('students.selected', { count: marked.size })
                : t('students.count', { count: data.metadata.count })}
            </span>
            <Button variant="subtle" size="sm" loading={save.isPending} onClick={() => save.mutate()}>
              {t('students.export')}
            </Button>
          </div>
          {mayResend && (
            <div className={classes.summary}>
              <span>{t(state === 'invited' ? 'students.resendHint' : 'students.resendSomeHint')}</span>
              <Button
                size="sm"
                variant="default"
                loading={resend.isAsking}
                onClick={() =>
                  resend.ask(marked.size > 0 ? { userIds: [...marked.keys()] } : { search: term, activity })
                }
              >
                {t(marked.size > 0 ? 'students.resendMarked' : 'students.resendAll')}
              </Button>
            </div>
          )}
          {state === 'behind' && (
            <div className={classes.summary}>
              <span>{t('students.remindHint')}</span>
              <Button
                size="sm"
                variant="default"
                loading={remind.isAsking}
                onClick={() =>
                  remind.ask(marked.size > 0 ? { userIds: [...marked.keys()] } : { search: term, activity })
                }
              >
                {t(marked.size > 0 ? 'students.remindMarked' : 'students.remindAll')}
              </Button>
            </div>
          )}
          <ul className={classes.list}>
            {rows.map((row) => (
              <StudentItem
                key={row.user.id}
                row={row}
                programId={programId}
                marked={marked.has(row.user.id)}
                onMark={(on) => mark([[row.user.id, nameOf(row.user)]], on)}
                isResending={resend.isSendingTo(row.user.id)}
                onResend={() => resend.sendTo(row.user.id)}
                isReminding={remind.isSendingTo(row.user.id)}
                onRemind={() => remind.sendTo(row.user.id)}
              />
            ))}
          </ul>
          <ListFoot metadata={data.metadata} addressOf={addressOf} />
        </section>
      )}
      <RecentRemovals
        queryKey={keyOf('programs', 'removals', programId)}
        list={async (signal) =>
          (await programsApi.listRemovals({ params: { id: askableId(programId) }, signal })).data
        }
        undo={(removalId) => programsApi.undoRemoval({ params: { id: programId, removalId } })}
        refresh={keysUnder('programs')}
      />
      {resend.dialog}
      {remind.dialog}
      {asking && (
        <DeleteStudents
          programId={programId}
          students={marked}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            setMarked(new Map());
          }}
        />
      )}
    </>
  );
}

function ListSkeleton() {
  return (
    <Placeholder className={classes.skeleton}>
      {Array.from({ length: 8 }, (_none, index) => (
        <Skeleton key={String(index)} h={56} />
      ))}
    </Placeholder>
  );
}
