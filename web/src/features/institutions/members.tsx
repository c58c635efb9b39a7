import { Badge, Button, Checkbox, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstitutionMember } from '@vesalius/contract/institutions';
import { IMPORT_UNDO_HOURS } from '@vesalius/contract/people-import-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '../../lib/formats.ts';
import { invitationEnd, isInvitationOver } from '../../lib/invitation-end.ts';
import { newId } from '../../lib/new-id.ts';
import { keyOf, keysUnder } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { ActivityFilters, activityOf } from '../../ui/activity-filters.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListBar, SearchFilter } from '../../ui/list-filters.tsx';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { RecentRemovals } from '../../ui/recent-removals.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { ResendButton } from '../../ui/resend-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useNameList } from '../../ui/use-name-list.ts';
import { useResend } from '../../ui/use-resend.tsx';
import { institutionsApi, membersOptions } from './api.ts';

interface Leaving {
  readonly removalId: string;
  /** Names by id. */
  readonly people: ReadonlyMap<string, string>;
}

/** Members by name, with their last reading, their manager role, and removal. */
export function Members({
  institutionId,
  isReadOnly = false,
}: {
  institutionId: string;
  /** The institution has ended. */
  isReadOnly?: boolean;
}) {
  const { t, i18n } = useTranslation('institutions');
  const own = useSession()?.userId;
  const queryClient = useQueryClient();
  const nameList = useNameList();
  const outcomeText = useOutcomeText(keysUnder('institutions'));
  const { filters, page, change: filter, addressOf } = useAddressFilters(['search', 'activity', 'order']);
  const { activity, order } = activityOf(filters);
  /** The members to remove, with the id of the removal: a retry after a failure is the same removal. */
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const [marked, setMarked] = useState<ReadonlyMap<string, string>>(new Map());
  const [appointing, setAppointing] = useState<InstitutionMember | null>(null);
  const query = useQuery(membersOptions(institutionId, { search: filters.search, activity, order, page }));
  const ofInstitution = { institution_id: institutionId };
  const settle = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysUnder('institutions') }),
    onError: async (failure: Error) => notifyError(await outcomeText(failure)),
  };
  const change = useMutation({
    ...settle,
    mutationFn: ({ id, is_manager }: InstitutionMember) =>
      institutionsApi.updateInstitutionMember({
        params: { userId: id },
        query: ofInstitution,
        body: { is_manager: !is_manager },
      }),
    onSettled: () => setAppointing(null),
  });
  const resend = useResend(
    (body) => institutionsApi.resendMemberInvitations({ query: ofInstitution, body }),
    keysUnder('institutions'),
  );
  const remove = useMutation({
    ...settle,
    mutationFn: async ({ removalId, people }: Leaving) => {
      const { removed, names } = await institutionsApi.removeInstitutionMembers({
        query: ofInstitution,
        body: { removal_id: removalId, user_ids: [...people.keys()] },
      });
      notifySuccess(t('removed', { count: removed, names: nameList(names, removed) }));
      setMarked(new Map([...marked].filter(([id]) => !people.has(id))));
      setLeaving(null);
    },
  });
  const mark = (member: InstitutionMember, on: boolean) => {
    const next = new Map(marked);
    on ? next.set(member.id, nameOf(member)) : next.delete(member.id);
    setMarked(next);
  };
  const ask = (people: ReadonlyMap<string, string>) => setLeaving({ removalId: newId(), people });
  const here = query.data?.data.filter(({ id }) => marked.has(id)).length ?? 0;
  const nameOf = (member: InstitutionMember) => `${member.first_name} ${member.second_name}`.trim();
  const columns: Column<InstitutionMember>[] = [
    {
      key: 'name',
      label: t('name'),
      cell: (member) => (
        <Group gap="sm" wrap="nowrap" align="flex-start">
          {!isReadOnly && member.id !== own && (
            <Checkbox
              mt={2}
              aria-label={t('select', { name: nameOf(member) })}
              checked={marked.has(member.id)}
              onChange={(event) => mark(member, event.currentTarget.checked)}
            />
          )}
          <div>
            <bdi>{nameOf(member)}</bdi>
            {(member.seat_freed_at || member.is_pending) && (
              <Badge ms="xs" variant="outline" tt="none">
                {t(member.seat_freed_at ? 'seatFreed' : 'pending')}
              </Badge>
            )}
            <small>
              <bdi>{member.email}</bdi>
            </small>
          </div>
        </Group>
      ),
    },
    {
      key: 'lastRead',
      label: t('lastRead'),
      cell: (member) =>
        member.seat_freed_at ? (
          <>
            {member.last_active_at ? formatDate(member.last_active_at, i18n.language) : t('never')}
            <small>{t('seatFreedOn', { date: formatDate(member.seat_freed_at, i18n.language) })}</small>
          </>
        ) : member.is_pending ? (
          <>
            {member.invitation_sent_at && (
              <small>
                {t(isInvitationOver(member.invitation_sent_at) ? 'invitationOver' : 'invitedOn', {
                  date: formatDateTime(member.invitation_sent_at, i18n.language),
                  until: formatDate(invitationEnd(member.invitation_sent_at), i18n.language),
                })}
              </small>
            )}
            <ResendButton
              sentAt={member.invitation_sent_at}
              disabled={isReadOnly}
              label={t('resendTo', { name: nameOf(member) })}
              loading={resend.isSendingTo(member.id)}
              onClick={() => resend.sendTo(member.id)}
            >
              {t('resend')}
            </ResendButton>
          </>
        ) : member.last_active_at ? (
          formatDate(member.last_active_at, i18n.language)
        ) : (
          t('never')
        ),
    },
    {
      key: 'manager',
      label: t('manager'),
      cell: (member) => (
        <Checkbox
          aria-label={t('makeManager', { name: nameOf(member) })}
          checked={member.is_manager}
          disabled={isReadOnly || member.id === own || member.seat_freed_at !== null || change.isPending}
          onChange={() => setAppointing(member)}
        />
      ),
    },
    {
      key: 'acts',
      label: t('remove'),
      isUnlabeled: true,
      cell: (member) =>
        member.id !== own &&
        !isReadOnly && (
          <Button
            variant="subtle"
            color="oxblood"
            size="compact-sm"
            aria-label={t('removeOf', { name: nameOf(member) })}
            onClick={() => ask(new Map([[member.id, nameOf(member)]]))}
          >
            {t('remove')}
          </Button>
        ),
    },
  ];
  return (
    <section aria-labelledby="members-title">
      <h2 id="members-title">{t('members')}</h2>
      <ListBar>
        <SearchFilter label={t('search')} value={filters.search} onChange={(search) => filter({ search })} />
        <ActivityFilters activity={activity} order={order} onChange={filter} />
        {!isReadOnly &&
          query.data?.data.some(({ is_pending, seat_freed_at }) => is_pending && !seat_freed_at) && (
            <Button
              variant="default"
              loading={resend.isAsking}
              onClick={() => resend.ask({ search: filters.search, activity })}
            >
              {t('resendAll')}
            </Button>
          )}
        {marked.size > 0 && !isReadOnly && (
          <>
            <span role="status">{t('selected', { number: marked.size, here })}</span>
            <Button variant="default" onClick={() => ask(marked)}>
              {t('removeMarked')}
            </Button>
            <Button variant="subtle" onClick={() => setMarked(new Map())}>
              {t('clear')}
            </Button>
          </>
        )}
      </ListBar>
      <RecordList
        label={t('members')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={<EmptyState title={t('none')} />}
      />
      {!isReadOnly && (
        <RecentRemovals
          queryKey={keyOf('institutions', 'removals', institutionId)}
          list={async (signal) =>
            (await institutionsApi.listMemberRemovals({ query: ofInstitution, signal })).data
          }
          undo={(removalId) =>
            institutionsApi.undoMemberRemoval({ params: { removalId }, query: ofInstitution })
          }
          refresh={keysUnder('institutions')}
        />
      )}
      {resend.dialog}
      {leaving && (
        <ConfirmDialog
          title={t('confirmRemove', {
            count: leaving.people.size,
            name: [...leaving.people.values()].join(', '),
          })}
          confirm={t('remove')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t('confirmText', { count: leaving.people.size, hours: IMPORT_UNDO_HOURS })}
          {leaving.people.size > 1 && (
            <Text c="dimmed" size="sm" mt="xs" lineClamp={4}>
              {[...leaving.people.values()].join(', ')}
            </Text>
          )}
        </ConfirmDialog>
      )}
      {appointing && (
        <ConfirmDialog
          title={t(appointing.is_manager ? 'dismissTitle' : 'appointTitle', { name: nameOf(appointing) })}
          confirm={t(appointing.is_manager ? 'dismiss' : 'appoint')}
          isPending={change.isPending}
          onConfirm={() => change.mutate(appointing)}
          onClose={() => setAppointing(null)}
        >
          {t(appointing.is_manager ? 'dismissText' : 'appointText')}
        </ConfirmDialog>
      )}
    </section>
  );
}
