import { type RawBuilder, sql } from 'kysely';

/**
 * The usable seats `m` in institutions `i` of the user `u`, for a `from`: of running institutions, for readers only, and none
 * before the address is verified.
 */
export const usableSeats = (now: Date): RawBuilder<unknown> =>
  sql`${startedSeats(now)} and i.ends_at > ${now}`;

/** Also those of ended institutions: they give no access, but managers still see the usage. */
export const startedSeats = (now: Date): RawBuilder<unknown> => sql`
  institution_members m join institutions i on i.id = m.institution_id and m.user_id = u.id
    and u.email_verified_at is not null and u.role = 'customer' and i.starts_at <= ${now}`;

/**
 * Which of several seats is used: first where the user is a manager, then the one joined first. So another institution cannot
 * move a user's activity by giving a seat.
 */
export const SEAT_ORDER: RawBuilder<unknown> = sql`m.is_manager desc, m.joined_at, i.id`;
