import { Anchor, Group, Title } from '@mantine/core';
import type { Person } from '@vesalius/contract/admin-people';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import classes from './admin.module.css';
import { PersonAccess } from './person-access.tsx';
import { PersonActs } from './person-acts.tsx';
import { PersonRole } from './person-role.tsx';
import { PersonSubscriptions } from './person-subscriptions.tsx';

/** A person's page: access with reasons, subscriptions, and the actions of staff. */
export function PersonView({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const { t } = useTranslation('admin');
  const email = encodeURIComponent(person.email);
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
          <Group component="nav" gap="md" aria-label={t('person.seeAlso')}>
            <Anchor component={Link} to={`${paths.adminPayments.to()}?search_term=${email}`}>
              {t('person.payments')}
            </Anchor>
            <Anchor component={Link} to={`${paths.adminCertificates.to()}?search_term=${email}`}>
              {t('person.certificates')}
            </Anchor>
            <Anchor component={Link} to={`${paths.adminAudit.to()}?person=${person.id}`}>
              {t('tab.audit')}
            </Anchor>
          </Group>
          <section>
            <Title order={2} size="h3" mb="sm">
              {t('person.acts')}
            </Title>
            <PersonActs person={person} isSelf={isSelf} />
          </section>
          <PersonRole key={`${person.id} ${person.role_name}`} person={person} isSelf={isSelf} />
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
    ...(person.invitation_sent_at
      ? ([[t('person.invitationSent'), formatDateTime(person.invitation_sent_at, i18n.language)]] as [
          string,
          string,
        ][])
      : []),
    [t('person.profession'), (isArabic ? person.job_type_ar : person.job_type) ?? '–'],
    [t('person.country'), (isArabic ? person.country_ar : person.country) ?? '–'],
    [t('people.institution'), person.institutions.map(({ name }) => name).join(', ') || '–'],
    [
      t('person.programs'),
      person.programs.map(({ name, as }) => `${name} (${t(`person.${as}`)})`).join(', ') || '–',
    ],
    ...(person.books.length > 0
      ? ([[t('invite.books'), person.books.map(({ title }) => title).join(', ')]] as [string, string][])
      : []),
    ...(person.produced_books.length > 0
      ? ([[t('invite.produced'), person.produced_books.map(({ title }) => title).join(', ')]] as [
          string,
          string,
        ][])
      : []),
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
