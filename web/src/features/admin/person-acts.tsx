import { Button, Group, Select } from '@mantine/core';
import type { Person } from '@vesalius/contract/admin-people';
import { MAIL_KINDS } from '@vesalius/contract/admin-people';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEditedMeanwhile } from '../../lib/api-client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { adminApi } from './api.ts';
import { asShown } from './as-shown.ts';
import { PersonName } from './person-name.tsx';

type MailKind = (typeof MAIL_KINDS)[number];
type Act = 'verify' | 'setBeta' | 'endBeta' | 'endSessions' | 'removeTwoSteps' | MailKind;

const isMail = (act: Act): act is MailKind => MAIL_KINDS.includes(act as MailKind);

/** Actions of staff on an account. Each is confirmed with its consequences. */
export function PersonActs({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const { t } = useTranslation('admin');
  const [asking, setAsking] = useState<Act | null>(null);
  const params = { id: person.id };
  const name = person.name || person.email;
  const act = useAct(
    (what: Act): Promise<unknown> => {
      if (isMail(what)) return adminApi.resendMail({ params, body: { kind: what } });
      if (what === 'verify') return adminApi.verifyPerson({ params });
      if (what === 'endSessions') return adminApi.endPersonSessions({ params });
      if (what === 'removeTwoSteps') return adminApi.removeSecondFactor({ params });
      const body = { is_beta: what === 'setBeta', previous: asShown(person) };
      return adminApi.updatePerson({ params, body });
    },
    (_answer, what) =>
      isMail(what) ? t('person.mailSent', { email: person.email }) : t(`person.told.${what}`, { name }),
    {
      done: () => setAsking(null),
      complain: (error) => {
        if (isEditedMeanwhile(error)) setAsking(null);
        return false;
      },
    },
  );
  const button = (what: Exclude<Act, MailKind>, disabled = false) => (
    <Button size="sm" variant="default" disabled={disabled} onClick={() => setAsking(what)}>
      {t(`person.${what}`)}
    </Button>
  );
  return (
    <>
      <Group gap="xs">
        <PersonName person={person} />
        {!person.email_verified && button('verify')}
        {button(person.is_beta ? 'endBeta' : 'setBeta')}
        {button('endSessions', person.sessions.length === 0)}
        {person.has_second_factor && !isSelf && button('removeTwoSteps')}
      </Group>
      <Select
        mt="md"
        label={t('person.sendMail')}
        placeholder={t('person.chooseMail')}
        data={MAIL_KINDS.map((value) => ({ value, label: t(`mail.${value}`) }))}
        value={null}
        onChange={(value) => value && setAsking(value as MailKind)}
      />
      {asking && (
        <ConfirmDialog
          title={
            isMail(asking)
              ? t('person.mailTitle', { mail: t(`mail.${asking}`), name })
              : t('person.actTitle', { act: t(`person.${asking}`), name })
          }
          confirm={isMail(asking) ? t('person.mailConfirm') : t(`person.${asking}`)}
          isHarmless={isMail(asking)}
          isPending={act.isPending}
          onConfirm={() => act.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          {isMail(asking)
            ? t('person.mailText', { email: person.email })
            : t(`person.consequence.${asking}`, { email: person.email })}
        </ConfirmDialog>
      )}
    </>
  );
}
