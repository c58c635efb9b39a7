import type { LetterChoice, OptionalLetter } from '@vesalius/contract/letters';
import { sql } from 'kysely';
import type { Secret } from '../../config/config.ts';
import { type Db, maybeOne } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { type LetterOfUser, readUnsubscribeToken } from './mail/unsubscribe-token.ts';

const COLUMNS: Readonly<Record<OptionalLetter, string>> = {
  digest: 'wants_digest',
  weekly: 'wants_weekly',
  work_comments: 'wants_work_comments',
};

/** Not of a deleted account. */
export async function setLetterChoice(
  db: Db,
  { userId, letter }: LetterOfUser,
  wants: boolean,
): Promise<void> {
  const column = sql.ref(COLUMNS[letter]);
  await sql`update users set ${column} = ${wants}
    where id = ${userId} and deleted_at is null and ${column} <> ${wants}`.execute(db);
}

/** For the link of a mail. Without a session, because mail programs follow it. */
export async function readLetterChoice(
  { db, secretKey }: { db: Db; secretKey: Secret },
  token: string,
): Promise<LetterChoice> {
  return findLetterChoice(db, letterOf(secretKey, token));
}

/** As `readLetterChoice`, after the choice is changed. */
export async function changeLetterChoice(
  { db, secretKey }: { db: Db; secretKey: Secret },
  token: string,
  wants: boolean,
): Promise<LetterChoice> {
  const letter = letterOf(secretKey, token);
  await setLetterChoice(db, letter, wants);
  return findLetterChoice(db, letter);
}

function letterOf(secretKey: Secret, token: string): LetterOfUser {
  const letter = readUnsubscribeToken(secretKey, token);
  demand(letter, 'not_found');
  return letter;
}

/** Of a deleted account, the row is kept and wants no letter. */
async function findLetterChoice(db: Db, { userId, letter }: LetterOfUser): Promise<LetterChoice> {
  const choice = await maybeOne(
    db,
    sql<LetterChoice>`select ${letter} as letter, ${sql.ref(COLUMNS[letter])} as wants, language
      from users where id = ${userId}`,
  );
  demand(choice, 'not_found');
  return choice;
}
