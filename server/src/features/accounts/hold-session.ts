import type { Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from './actor.ts';
import { type Credentials, lockCredentials, lockSession } from './session-queries.ts';

/**
 * Before a session changes what its account is opened with: holds both until the end of the transaction. Refuses when
 * the password or code of the request was checked against credentials that were replaced meanwhile, and when the session
 * was ended: a request that waits for the processor must not undo a reset.
 */
export async function holdSession(tx: Tx, actor: Actor, credentials: Credentials): Promise<void> {
  const isUnchanged = await lockCredentials(tx, credentials);
  demand(await lockSession(tx, actor.sessionId), 'session_ended');
  demand(isUnchanged, 'sign_in_again');
}
