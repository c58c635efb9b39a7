import { hasAnswered } from './api-client.ts';
import { findMissingCause, isMissingCode, type MissingCause } from './release.ts';

export type LoadedCode<Code> = { readonly code: Code } | { readonly missing: MissingCause };

/**
 * Browsers may cache a failed import until the page is reloaded. So none is started while the server is unreachable, unless a
 * service worker may have the file.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<LoadedCode<Code>> {
  const isOffline = globalThis.navigator?.onLine === false;
  if ((isOffline || !hasAnswered()) && !globalThis.navigator?.serviceWorker?.controller) {
    const cause = isOffline ? 'offline' : await findMissingCause();
    if (cause === 'offline' || cause === 'server') return { missing: cause };
  }
  try {
    return { code: await load() };
  } catch (error) {
    if (!isMissingCode(error)) throw error;
    return { missing: await findMissingCause() };
  }
}
