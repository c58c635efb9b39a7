import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { missingSeatsOptions } from './api.ts';

/** Tells a reader whose institution has no free seat why its books are closed. Shown where books are offered. */
export function MissingSeats({ bookId }: { bookId?: string }) {
  const { t } = useTranslation('catalogue');
  const session = useSession();
  const isReader = session?.role === 'customer' && session.emailVerified;
  const { data } = useQuery(missingSeatsOptions(isReader ? session.userId : undefined, bookId));
  return data?.data.map(({ id, name, has_free_seat }) => (
    <p key={id}>{t(has_free_seat ? 'institution.seatIsFree' : 'institution.noSeat', { name })}</p>
  ));
}
