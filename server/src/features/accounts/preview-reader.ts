import { createHmac, timingSafeEqual } from 'node:crypto';
import { PREVIEW_READERS, type PreviewReader } from '@vesalius/contract/studio-limits';
import { sql } from 'kysely';
import type { Secret } from '../../config/config.ts';
import { type Db, maybeOne } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from './actor.ts';

/** No account has it: what a preview asks about itself is answered with nothing, and nothing can be stored for it. */
export const PREVIEW_USER_ID = '00000000-0000-4000-8000-000000000000';
const PREFIX = 'vslp_';

export const isPreviewToken = (token: string): boolean => token.startsWith(PREFIX);

interface Opening {
  readonly sessionId: string;
  readonly bookId: string;
  readonly as: PreviewReader;
}

/** Of a session, for one hidden book; good for nothing but reading that book. */
export function previewToken(secret: Secret, { sessionId, bookId, as }: Opening): string {
  const text = `${sessionId}.${bookId}.${as}`;
  return `${PREFIX}${text}.${signature(secret, text)}`;
}

// The first word tells what is signed: nothing else that this secret signs can be taken for a token.
const signature = (secret: Secret, text: string): string =>
  createHmac('sha256', secret.reveal()).update(`preview\n${text}`).digest('base64url');

function readToken(secret: Secret, token: string): Opening | null {
  const [sessionId, bookId, as, given] = token.slice(PREFIX.length).split('.');
  const reader = PREVIEW_READERS.find((each) => each === as);
  if (!sessionId || !bookId || !reader || !given) return null;
  const expected = Buffer.from(signature(secret, `${sessionId}.${bookId}.${reader}`));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  return { sessionId, bookId, as: reader };
}

/**
 * Asked for each call: the preview ends with the session, with the hidden book, and when the session's user is taken off the
 * book, as in `publishing/studio/access.ts`.
 */
export async function findPreviewReader(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<Actor | null> {
  const opening = readToken(config.secretKey, token);
  const user = opening && (await findOpener(db, opening, clock.now()));
  if (!user) return null;
  const { sessionId, bookId, as } = opening;
  return {
    ...{ userId: PREVIEW_USER_ID, sessionId, role: 'customer', emailVerified: true, isBeta: false },
    ...{ institutionIds: [], ...user, preview: { bookId, as } },
  };
}

const findOpener = (
  db: Db,
  { sessionId, bookId }: Opening,
  now: Date,
): Promise<Pick<Actor, 'language' | 'timeZone'> | null> =>
  maybeOne(
    db,
    sql<Pick<Actor, 'language' | 'timeZone'>>`select u.language, u.time_zone as "timeZone"
      from sessions s join users u on u.id = s.user_id join books b on b.id = ${bookId}
      where s.id = ${sessionId} and s.expires_at > ${now} and u.deleted_at is null
        and (s.idle_seconds is null or s.last_seen_at > ${now}::timestamptz - s.idle_seconds * interval '1 s')
        and u.email_verified_at is not null and b.preview_of is not null
        and (u.role = 'staff' or (u.role in ('author', 'editor') and exists (
          select 1 from book_assignments a where a.book_id = b.preview_of and lower(a.email) = lower(u.email)
            and a.role in (u.role, 'producer'))))`,
  );
