import { type RawBuilder, sql } from 'kysely';

/**
 * The seats `m` in institutions `i` that the person of users `u` may use, for a `from`: those of running institutions, for
 * readers alone, and none before the address is verified.
 */
export const usableSeats = (now: Date): RawBuilder<unknown> =>
  sql`${startedSeats(now)} and i.ends_at > ${now}`;

/** The same with those of institutions that have ended: nothing is read with them, and their managers still see the usage. */
export const startedSeats = (now: Date): RawBuilder<unknown> => sql`
  institution_members m join institutions i on i.id = m.institution_id and m.user_id = u.id
    and u.email_verified_at is not null and u.role = 'customer' and i.starts_at <= ${now}`;

/**
 * The order in which one of several seats is meant: first where the person is a manager, and of these where they joined
 * first. Whoever gives them another seat cannot move it there.
 */
export const SEAT_ORDER: RawBuilder<unknown> = sql`m.is_manager desc, m.joined_at, i.id`;
