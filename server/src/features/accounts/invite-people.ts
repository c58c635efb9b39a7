import type { Role } from '@vesalius/contract/calls';
import { sql } from 'kysely';
import { many, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface PersonToInvite {
  readonly email: string;
  readonly firstName: string;
  readonly secondName: string;
}

/**
 * `findOrInvitePerson` for many at once, in one statement: creates accounts for the addresses that have none. The caller sends
 * the mails, because a mail about a program says more. Returns the ids of the new accounts.
 */
export async function createInvitedPeople(
  tx: Tx,
  people: readonly PersonToInvite[],
  role: Role,
  now: Date,
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const rows = await many(
    tx,
    sql<{ id: string; email: string }>`
      insert into users (id, role, email, first_name, second_name, created_at, invitation_sent_at)
      select n.id, ${role}, lower(n.email), n.first_name, n.second_name, ${now}, ${now}
      from unnest(${people.map(() => newId())}::uuid[], ${people.map(({ email }) => email)}::text[],
        ${people.map(({ firstName }) => firstName)}::text[],
        ${people.map(({ secondName }) => secondName)}::text[]) as n(id, email, first_name, second_name)
      on conflict (lower(email)) where deleted_at is null do nothing
      returning id, email`,
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}
