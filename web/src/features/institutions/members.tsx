import { Button, Checkbox, Group, Modal, Pagination, Skeleton, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstitutionMember } from '@vesalius/contract/institutions';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
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
  const { data, error, refetch } = useQuery(membersOptions(search, page));
  const settle = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownInstitutionOptions.queryKey }),
    onError: async (failure: Error) => notifyError(await errorText(failure, i18n.language)),
  };
  const change = useMutation({
    ...settle,
    mutationFn: ({ id, is_manager }: InstitutionMember) =>
      institutionsApi.updateInstitutionMember({ params: { userId: id }, body: { is_manager: !is_manager } }),
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
      {error && !data && <FailedState hint={error.message} onRetry={() => void refetch()} />}
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
                  <small>
                    <bdi>{member.email}</bdi>
                  </small>
                </td>
                <td>
                  {member.last_active_at ? formatDate(member.last_active_at, i18n.language) : t('never')}
                </td>
                <td data-label={t('manager')}>
                  <Checkbox
                    aria-label={t('makeManager', { name: nameOf(member) })}
                    checked={member.is_manager}
                    disabled={member.id === own || change.isPending}
                    onChange={() => change.mutate(member)}
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
        <Modal
          opened
          onClose={() => setLeaving(null)}
          title={t('confirmRemove')}
          closeButtonProps={{ 'aria-label': t('cancel') }}
        >
          <Text>{nameOf(leaving)}</Text>
          <Text c="dimmed">{t('confirmText')}</Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={() => setLeaving(null)}>
              {t('cancel')}
            </Button>
            <Button color="oxblood" loading={remove.isPending} onClick={() => remove.mutate(leaving)}>
              {t('remove')}
            </Button>
          </Group>
        </Modal>
      )}
    </section>
  );
}
