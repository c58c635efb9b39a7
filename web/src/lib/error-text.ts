import { getI18n } from 'react-i18next';
import { CallError } from './api-client.ts';
import { formatWait } from './formats.ts';
import { loadCode } from './load-code.ts';
import type { MissingCause } from './release.ts';

/** The status of an attempt that came too early. */
const TOO_MANY = 429;

type Texts = typeof import('../i18n/ar/errors.ts')['default'];
let arabic: Texts | null = null;

/** The sentence about a missing connection has to be there before it is missed. The English ones are the server's. */
export async function preloadErrorTexts(language: string): Promise<MissingCause | null> {
  if (language !== 'ar' || arabic) return null;
  const loaded = await loadCode(() => import('../i18n/ar/errors.ts'));
  if ('missing' in loaded) return loaded.missing;
  arabic = loaded.code.default;
  return null;
}

/** Of an act with words of its own for what the server answers: those say nothing of a missing connection. */
export const actErrorText = async (error: unknown, language: string, words: string): Promise<string> =>
  error instanceof CallError && error.status === 0 ? errorText(error, language) : words;

/**
 * What went wrong, in the reader's language, and when to try again where that is known. The server's own sentence is the
 * English one.
 */
export async function errorText(error: unknown, language: string): Promise<string> {
  const known = error instanceof CallError ? error : new CallError(0, {});
  const wait =
    known.status === TOO_MANY && known.retryAfter !== null ? formatWait(known.retryAfter, language) : null;
  if (language !== 'ar') return wait ? `${known.message} You can try again in ${wait}.` : known.message;
  await preloadErrorTexts(language);
  if (!arabic) return getI18n().t('state.offlineHint', { ns: 'shell' });
  const text = arabic[known.code as keyof Texts] ?? arabic.internal;
  return wait ? `${text} ${arabic.tryAgainIn.replace('{{time}}', wait)}` : text;
}
