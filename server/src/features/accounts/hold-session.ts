import type { Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from './actor.ts';
import { type Credentials, lockCredentials, lockSession } from './session-queries.ts';

/**
 * For changes to credentials: locks session and account until the end of the transaction. Throws if the session has ended, or
 * if the credentials that were checked have been replaced: a request that waited for the processor must not undo a reset.
 */
export async function holdSession(tx: Tx, actor: Actor, credentials: Credentials): Promise<void> {
  const isUnchanged = await lockCredentials(tx, credentials);
  demand(await lockSession(tx, actor.sessionId), 'session_ended');
  demand(isUnchanged, 'sign_in_again');
}
