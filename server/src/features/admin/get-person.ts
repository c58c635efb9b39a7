import type { Person } from '@vesalius/contract/admin-people';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { listRestorablePlaces } from '../programs/end-places.ts';
import {
  findPerson,
  listPersonBooks,
  listPersonInstitutions,
  listPersonPrograms,
  listPersonSessions,
} from './person-queries.ts';
import { listPersonSubscriptions, type SubscriptionRow } from './subscription-queries.ts';

export const presentSubscription = (row: SubscriptionRow, now: Date) => ({
  id: row.id,
  title: row.title,
  replaced: row.replaced,
  kind: row.kind,
  gateway: row.gateway,
  started_at: row.startedAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  renews: row.renews,
  renews_at: row.renewsAt?.toISOString() ?? null,
  renewal_price: row.renews ? row.renewalPriceCents / 100 : 0,
  renewal_held: row.renews && row.isHeld,
  is_active: row.endsAt > now,
});

/** A user with everything that decides about access. */
export async function getPerson(db: Db, id: string, now: Date): Promise<Person> {
  const person = await findPerson(db, id, now);
  demand(person, 'not_found');
  const [sessions, subscriptions, institutions, programs, books, restorable] = await Promise.all([
    listPersonSessions(db, id, now),
    listPersonSubscriptions(db, id, now),
    listPersonInstitutions(db, id, now),
    listPersonPrograms(db, id),
    listPersonBooks(db, id),
    person.role === 'customer' ? [] : listRestorablePlaces(db, id, now),
  ]);
  return {
    id: person.id,
    email: person.email,
    name: `${person.firstName} ${person.secondName}`.trim(),
    first_name: person.firstName,
    second_name: person.secondName,
    role_name: person.role,
    email_verified: person.emailVerified,
    is_beta: person.isBeta,
    institution_name: person.institutionName,
    created_at: person.createdAt.toISOString(),
    last_seen_at: person.lastSeenAt?.toISOString() ?? null,
    job_type: person.jobType,
    job_type_ar: person.jobTypeAr,
    country: person.country,
    country_ar: person.countryAr,
    language: person.language,
    has_password: person.hasPassword,
    has_google: person.hasGoogle,
    has_second_factor: person.hasSecondFactor,
    sessions: sessions.map((session) => ({
      id: session.id,
      device_name: session.deviceName ?? '',
      last_seen_at: session.lastSeenAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    })),
    subscriptions: subscriptions.map((row) => presentSubscription(row, now)),
    institutions: institutions.map(({ endsAt, isActive, ...row }) => ({
      ...row,
      ends_at: endsAt.toISOString(),
      is_active: isActive,
    })),
    programs,
    restorable_programs: restorable,
    books: books.filter(({ isProduced }) => !isProduced),
    produced_books: books.filter(({ isProduced }) => isProduced),
    invitation_sent_at: person.emailVerified ? null : (person.invitationSentAt?.toISOString() ?? null),
  };
}
