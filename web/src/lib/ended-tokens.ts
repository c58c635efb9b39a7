import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { sendAs } from './api-client.ts';
import { portalOf } from './call-address.ts';
import type { Session } from './stored-session.ts';

/**
 * Sessions that ended here, maybe without the server's knowledge. Stores only the SHA-256 of each token (hex), like the server: with
 * it a session can be ended but not used.
 */
const KEY = 'sessions-to-end';

function read(): string[] {
  try {
    const hashes: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(hashes) ? hashes.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

function write(hashes: readonly string[]): void {
  try {
    if (hashes.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(hashes));
  } catch {
    // storage is off: the session expires on the server
  }
}
const forget = (hash: string | null) => write(read().filter((each) => each !== hash));

/** Null on an insecure origin, where browsers have no SubtleCrypto. */
async function hashOf(token: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Tells the server, even if the page is closed. Resolves after the answer or the failure. */
export async function endOnServer(token: string): Promise<void> {
  const hash = await hashOf(token);
  if (hash) write([...read(), hash]);
  const status = await sendAs(accountsCalls.signOut, { token }).catch(() => 0);
  // 401: the session had already ended.
  if ((status >= 200 && status < 300) || status === 401) forget(hash);
}

/** Whether the server no longer knows the session; false without an answer. */
export async function hasEndedOnServer(session: Session): Promise<boolean> {
  const { token } = session;
  const status = await sendAs(accountsCalls.getUser, { token, portal: portalOf(session) }).catch(() => 0);
  return status === 401;
}

/** Repeats what did not reach the server; called at each start and when the network is back. */
export async function endForgottenSessions(): Promise<void> {
  for (const hash of read()) {
    const status = await sendAs(accountsCalls.endForgottenSession, { body: { token_hash: hash } }).catch(
      () => 0,
    );
    if (status === 0 || status === 429 || status >= 500) return;
    forget(hash);
  }
}
