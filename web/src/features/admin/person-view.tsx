import { Button, Group, Select, Title } from '@mantine/core';
import type { Person } from '@vesalius/contract/admin';
import { MAIL_KINDS } from '@vesalius/contract/admin';
import type { Role } from '@vesalius/contract/calls';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '../../lib/formats.ts';
import classes from './admin.module.css';
import { adminApi } from './api.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonSubscriptions } from './person-subscriptions.tsx';
import { ROLES } from './roles.ts';
import { useAct } from './use-act.ts';

/** A person: what they can open and why, what they have, and what the staff may do about it. */
export function PersonView({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Title order={1} size="h2">
        <bdi>{person.name || person.email}</bdi>
      </Title>
      <div className={classes.columns} style={{ marginTop: 24 }}>
        <div className={classes.stack}>
          <PersonAccess key={person.id} personId={person.id} />
          <PersonSubscriptions person={person} />
        </div>
        <div className={classes.stack}>
          <PersonFacts person={person} />
          <section>
            <Title order={2} size="h3" mb="sm">
              {t('person.acts')}
            </Title>
            <PersonActs person={person} isSelf={isSelf} />
          </section>
        </div>
      </div>
    </>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const { t, i18n } = useTranslation('admin');
  const isArabic = i18n.language === 'ar';
  const ways = [
    person.has_password && t('person.password'),
    person.has_google && t('person.google'),
    person.has_second_factor && t('person.twoSteps'),
  ];
  const facts: [string, string][] = [
    [t('invite.email'), person.email],
    [t('people.role'), t(`role.${person.role_name}`)],
    [t('person.emailIs'), t(person.email_verified ? 'people.verified' : 'people.unverified')],
    [t('people.beta'), t(person.is_beta ? 'yes' : 'no')],
    [t('person.signsInWith'), ways.filter(Boolean).join(', ') || t('person.invited')],
    [t('person.profession'), (isArabic ? person.job_type_ar : person.job_type) ?? '–'],
    [t('person.country'), (isArabic ? person.country_ar : person.country) ?? '–'],
    [t('people.institution'), person.institutions.map(({ name }) => name).join(', ') || '–'],
    [
      t('person.programs'),
      person.programs.map(({ name, as }) => `${name} (${t(`person.${as}`)})`).join(', ') || '–',
    ],
    [t('person.since'), formatDate(person.created_at, i18n.language)],
    [
      t('person.sessions'),
      person.sessions
        .map(
          ({ device_name, last_seen_at }) =>
            `${device_name || t('person.unknownDevice')}, ${formatDateTime(last_seen_at, i18n.language)}`,
        )
        .join(' · ') || '–',
    ],
  ];
  return (
    <section>
      <Title order={2} size="h3">
        {t('person.facts')}
      </Title>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function PersonActs({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const { t } = useTranslation('admin');
  const params = { id: person.id };
  const verify = useAct(() => adminApi.verifyPerson({ params }));
  const beta = useAct(() => adminApi.updatePerson({ params, body: { is_beta: !person.is_beta } }));
  const role = useAct((role_name: Role) => adminApi.updatePerson({ params, body: { role_name } }));
  const endSessions = useAct(() => adminApi.endPersonSessions({ params }));
  const twoSteps = useAct(() => adminApi.removeSecondFactor({ params }));
  const mail = useAct((kind: (typeof MAIL_KINDS)[number]) => adminApi.resendMail({ params, body: { kind } }));
  return (
    <>
      <Group gap="xs">
        {!person.email_verified && (
          <Button size="sm" variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
            {t('person.verify')}
          </Button>
        )}
        <Button size="sm" variant="default" loading={beta.isPending} onClick={() => beta.mutate()}>
          {t(person.is_beta ? 'person.endBeta' : 'person.setBeta')}
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={person.sessions.length === 0}
          loading={endSessions.isPending}
          onClick={() => endSessions.mutate()}
        >
          {t('person.endSessions')}
        </Button>
        {person.has_second_factor && !isSelf && (
          <Button size="sm" variant="default" loading={twoSteps.isPending} onClick={() => twoSteps.mutate()}>
            {t('person.removeTwoSteps')}
          </Button>
        )}
      </Group>
      <Select
        mt="md"
        label={t('person.changeRole')}
        description={t(isSelf ? 'person.ownRole' : 'person.roleHint')}
        allowDeselect={false}
        disabled={isSelf || role.isPending}
        data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        value={person.role_name}
        onChange={(value) => value && value !== person.role_name && role.mutate(value as Role)}
      />
      <Select
        mt="md"
        label={t('person.sendMail')}
        placeholder={t('person.chooseMail')}
        disabled={mail.isPending}
        data={MAIL_KINDS.map((value) => ({ value, label: t(`mail.${value}`) }))}
        value={null}
        onChange={(value) => value && mail.mutate(value as (typeof MAIL_KINDS)[number])}
      />
    </>
  );
}
