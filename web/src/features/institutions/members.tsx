import { Badge, Button, Checkbox, Pagination, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstitutionMember } from '@vesalius/contract/institutions';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatDateTime } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { institutionsApi, membersOptions, ownInstitutionOptions } from './api.ts';
import classes from './management.module.css';

const TYPING_MS = 250;

/** The members by name: when they last read, who manages, and the way out. */
export function Members() {
  const { t, i18n } = useTranslation('institutions');
  const own = useSession()?.userId;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<InstitutionMember | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim());
      setPage(1);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const [appointing, setAppointing] = useState<InstitutionMember | null>(null);
  const { data, error, refetch } = useQuery(membersOptions(search, page));
  const settle = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownInstitutionOptions.queryKey }),
    onError: async (failure: Error) => notifyError(await errorText(failure, i18n.language)),
  };
  const change = useMutation({
    ...settle,
    mutationFn: ({ id, is_manager }: InstitutionMember) =>
      institutionsApi.updateInstitutionMember({ params: { userId: id }, body: { is_manager: !is_manager } }),
    onSettled: () => setAppointing(null),
  });
  const resend = useMutation({
    ...settle,
    mutationFn: async (ids: readonly string[] | undefined) => {
      const { sent, waiting } = await institutionsApi.resendMemberInvitations({
        body: ids ? { user_ids: [...ids] } : {},
      });
      const sentences = [
        sent > 0 && t('resent', { count: sent }),
        waiting > 0 && t('tooFresh', { count: waiting }),
      ];
      notifySuccess(sentences.filter(Boolean).join(' ') || t('nonePending'));
    },
  });
  const remove = useMutation({
    ...settle,
    mutationFn: async ({ id }: InstitutionMember) => {
      await institutionsApi.removeInstitutionMember({ params: { userId: id } });
      notifySuccess(t('removed'));
    },
    onSettled: () => setLeaving(null),
  });
  const nameOf = (member: InstitutionMember) => `${member.first_name} ${member.second_name}`.trim();
  return (
    <section aria-labelledby="members-title">
      <h2 id="members-title">{t('members')}</h2>
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {data?.data.some(({ is_pending }) => is_pending) && (
        <Button
          variant="default"
          size="sm"
          loading={resend.isPending && !resend.variables}
          onClick={() => resend.mutate(undefined)}
        >
          {t('resendAll')}
        </Button>
      )}
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={200} />}
      {data?.data.length === 0 && <EmptyState title={t('none')} />}
      {data && data.data.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('lastRead')}</th>
              <th scope="col">{t('manager')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((member) => (
              <tr key={member.id}>
                <td>
                  <bdi>{nameOf(member)}</bdi>
                  {member.is_pending && (
                    <Badge ms="xs" variant="outline" tt="none">
                      {t('pending')}
                    </Badge>
                  )}
                  <small>
                    <bdi>{member.email}</bdi>
                  </small>
                </td>
                <td>
                  {member.is_pending ? (
                    <>
                      {member.invitation_sent_at && (
                        <small>
                          {t('invitedOn', { date: formatDateTime(member.invitation_sent_at, i18n.language) })}
                        </small>
                      )}
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={t('resendTo', { name: nameOf(member) })}
                        loading={resend.isPending && resend.variables?.[0] === member.id}
                        onClick={() => resend.mutate([member.id])}
                      >
                        {t('resend')}
                      </Button>
                    </>
                  ) : member.last_active_at ? (
                    formatDate(member.last_active_at, i18n.language)
                  ) : (
                    t('never')
                  )}
                </td>
                <td data-label={t('manager')}>
                  <Checkbox
                    aria-label={t('makeManager', { name: nameOf(member) })}
                    checked={member.is_manager}
                    disabled={member.id === own || change.isPending}
                    onChange={() => setAppointing(member)}
                  />
                </td>
                <td>
                  {member.id !== own && (
                    <Button
                      variant="subtle"
                      color="oxblood"
                      size="compact-sm"
                      aria-label={t('removeOf', { name: nameOf(member) })}
                      onClick={() => setLeaving(member)}
                    >
                      {t('remove')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.metadata.pages > 1 && (
        <Pagination
          mt="md"
          total={data.metadata.pages}
          value={page}
          onChange={setPage}
          getItemProps={(number) => ({ 'aria-label': t('page', { page: number }) })}
          getControlProps={(control) => ({ 'aria-label': control })}
          aria-label={t('pages')}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t('confirmRemove', { name: nameOf(leaving) })}
          confirm={t('remove')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t('confirmText')}
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
