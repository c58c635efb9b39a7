import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { listBookAccess, type TitledAccess } from '../catalogue/list-book-access.ts';
import { findPerson } from './person-queries.ts';

/** What a user can open, and why. Asks the access policy as that user, so no rule is repeated here. */
export async function listPersonAccess(
  db: Db,
  id: string,
  filter: { readable: boolean; search: string | undefined; limit: number; offset: number },
  now: Date,
): Promise<{ count: number; books: TitledAccess[] }> {
  const person = await findPerson(db, id, now);
  demand(person, 'not_found');
  const asThem: Actor = {
    userId: person.id,
    sessionId: person.id,
    role: person.role,
    emailVerified: person.emailVerified,
    isBeta: person.isBeta,
    institutionIds: person.institutionIds,
    language: person.language,
    timeZone: person.timeZone,
  };
  return listBookAccess(db, asThem, filter, now);
}
