import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { endedInstitutionsOptions } from './api.ts';

/** Tells a reader whose institution has ended why its books are gone. */
export function EndedAccess() {
  const { t, i18n } = useTranslation('catalogue');
  const session = useSession();
  const isReader = session?.role === 'customer' && session.emailVerified;
  const { data } = useQuery(endedInstitutionsOptions(isReader ? session.userId : undefined));
  return data?.data.map(({ id, name, ends_at }) => (
    <p key={id}>{t('institution.ended', { name, date: formatDate(ends_at, i18n.language) })}</p>
  ));
}
