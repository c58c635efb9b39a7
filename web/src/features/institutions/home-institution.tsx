import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { ownInstitutionOptions } from './api.ts';
import classes from './home-institution.module.css';

/** On a manager's home page: the institutions that they manage, with links to members and usage. */
export default function HomeInstitution() {
  const { t, i18n } = useTranslation('institutions');
  const session = useSession();
  const { data } = useQuery({
    ...ownInstitutionOptions(),
    enabled: session?.hasInstitution === true || session?.managesInstitution === true,
    meta: { isOwnPart: true },
  });
  if (!data?.is_manager) return null;
  const managed = data.institutions.filter(({ is_manager }) => is_manager);
  return (
    <section className={classes.section} aria-labelledby="institution-title">
      <div className="page">
        <h2 id="institution-title">{t('home.title', { count: managed.length })}</h2>
        <ul className={classes.list}>
          {managed.map(({ id, name, is_ended, ends_at }) => (
            <li key={id}>
              <Link to={`${paths.institutionManagement.to()}?institution=${id}`}>
                <strong dir="auto">{name}</strong>
                <span>{t('manage')}</span>
              </Link>
              <small>
                {id === data.id &&
                  (data.seats === null
                    ? t('seatsOpen', { taken: data.seats_taken })
                    : t('home.seats', { taken: data.seats_taken, seats: data.seats }))}
                {id === data.id && ' · '}
                {t(is_ended ? 'ended' : 'until', { date: formatDate(ends_at, i18n.language) })}
              </small>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
