import { Badge, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { Institution } from '@vesalius/contract/admin-institutions';
import { Email } from '@vesalius/contract/atoms';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DidYouMean } from '../../ui/did-you-mean.tsx';
import { type Column, RecordTable } from '../../ui/record-list.tsx';
import { useAct } from '../../ui/use-act.ts';
import classes from './admin.module.css';
import { adminApi } from './api.ts';
import { InviteMember } from './invite-member.tsx';

type Member = Institution['members'][number];

export function InstitutionMembers({ institution }: { institution: Institution }) {
  const { t, i18n } = useTranslation('admin');
  const errors = useFieldErrors();
  const [email, setEmail] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [complaint, setComplaint] = useState<{ email: string; text: string; isUnknown: boolean } | null>(
    null,
  );
  const [inviting, setInviting] = useState(false);
  const isEmail = Email.safeParse(email).success;
  const [asking, setAsking] = useState<{
    act: 'appoint' | 'dismiss' | 'remove';
    member: Member;
  } | null>(null);
  const params = { id: institution.id };
  const isEnded = Date.parse(institution.ends_at) <= Date.now();
  const add = useAct(
    () => adminApi.addInstitutionMember({ params, body: { email } }),
    t('institution.added', { email }),
    {
      done: () => {
        setEmail('');
        // The button is disabled until another address is typed.
        field.current?.focus({ preventScroll: true });
      },
      complain: (error) => {
        const text = errors.fromServer(error)?.email ?? null;
        const isUnknown = error instanceof CallError && error.fields.email === FIELD_MESSAGES.noAccount;
        setComplaint(text === null ? null : { email, text, isUnknown });
        return text !== null;
      },
    },
  );
  const appoint = useAct(
    ({ id: userId, is_manager }: Member) =>
      adminApi.appointInstitutionManager({
        params: { ...params, userId },
        body: { is_manager: !is_manager },
      }),
    (_institution, { is_manager, name }) =>
      t(is_manager ? 'institution.dismissed' : 'institution.appointed', { name }),
    { done: () => setAsking(null) },
  );
  const remove = useAct(
    ({ id: userId }: Member) => adminApi.removeInstitutionMember({ params: { ...params, userId } }),
    (_none, { name }) => t('institution.removed', { name }),
    { done: () => setAsking(null) },
  );
  const columns: Column<Member>[] = [
    {
      key: 'name',
      label: t('people.name'),
      cell: (member) => (
        <>
          <Link to={paths.adminPerson.to(member.id)}>
            <bdi>{member.name}</bdi>
          </Link>
          {member.is_manager && (
            <Badge ms="xs" variant="outline" tt="none">
              {t('institution.manager')}
            </Badge>
          )}
          {(member.seat_freed_at || member.is_pending) && (
            <Badge ms="xs" variant="outline" tt="none">
              {t(member.seat_freed_at ? 'institution.seatFreed' : 'institution.pending')}
            </Badge>
          )}
          <small>
            <bdi>{member.email}</bdi>
          </small>
        </>
      ),
    },
    {
      key: 'joined',
      label: t('institution.joined'),
      cell: ({ joined_at }) => formatDate(joined_at, i18n.language),
    },
    {
      key: 'acts',
      label: t('person.acts'),
      isUnlabeled: true,
      cell: (member) => (
        <Group gap="xs">
          {!member.seat_freed_at && (member.is_manager || !isEnded) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t(member.is_manager ? 'institution.dismiss' : 'institution.appoint')}: ${member.name}`}
              onClick={() => setAsking({ act: member.is_manager ? 'dismiss' : 'appoint', member })}
            >
              {t(member.is_manager ? 'institution.dismiss' : 'institution.appoint')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('institution.remove')}: ${member.name}`}
            onClick={() => setAsking({ act: 'remove', member })}
          >
            {t('institution.remove')}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('institution.members')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t(
          isEnded
            ? 'institution.endedHint'
            : institution.members.some(({ is_manager }) => is_manager)
              ? 'institution.managerHint'
              : 'institution.noManager',
        )}
      </Text>
      {!isEnded && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          <Group align="end" gap="sm" mb="md">
            <TextInput
              className={classes.grow}
              label={t('institution.addMember')}
              type="email"
              dir="ltr"
              value={email}
              ref={field}
              error={complaint?.email === email ? complaint.text : undefined}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" disabled={email === ''} loading={add.isPending}>
              {t('institution.add')}
            </Button>
          </Group>
          <DidYouMean email={email} onAccept={setEmail} />
        </form>
      )}
      {complaint?.email === email && complaint.isUnknown && isEmail && (
        <Button mb="md" onClick={() => setInviting(true)}>
          {t('institution.invite')}
        </Button>
      )}
      {inviting && (
        <InviteMember
          institution={institution}
          email={email}
          onEmail={setEmail}
          onClose={() => setInviting(false)}
          onDone={() => {
            setInviting(false);
            setEmail('');
          }}
        />
      )}
      {institution.members.length === 0 ? (
        <Text c="dimmed">{t('institution.noMembers')}</Text>
      ) : (
        <RecordTable
          isNarrow
          label={t('institution.members')}
          columns={columns}
          rows={institution.members}
          keyOf={({ id }) => id}
        />
      )}
      {asking && (
        <ConfirmDialog
          title={t(`institution.${asking.act}Title`, { name: asking.member.name })}
          confirm={t(`institution.${asking.act}`)}
          isPending={appoint.isPending || remove.isPending}
          onConfirm={() => (asking.act === 'remove' ? remove : appoint).mutate(asking.member)}
          onClose={() => setAsking(null)}
        >
          {t(`institution.${asking.act}Text`)}
        </ConfirmDialog>
      )}
    </section>
  );
}
