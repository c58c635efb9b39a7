import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from './actor.ts';
import { demandSamePerson } from './demand-same-person.ts';
import { holdSession } from './hold-session.ts';
import { findUserById } from './queries.ts';
import { deleteSession, endSessions } from './session-queries.ts';

/** Ends one of the caller's sessions, or with null all but the current one. */
export async function endOwnSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { sessionId, password }: { sessionId: string | null; password: string | null | undefined },
): Promise<void> {
  const { db, clock } = deps;
  const user = await findUserById(db, actor.userId, clock.now());
  demand(user, 'session_ended');
  await demandSamePerson(deps, actor, user, password);
  await inTransaction(db, async (tx) => {
    await holdSession(tx, actor, user);
    if (sessionId === null) await endSessions(tx, actor.userId, actor.sessionId);
    else demand(await deleteSession(tx, actor.userId, sessionId), 'not_found');
  });
}
