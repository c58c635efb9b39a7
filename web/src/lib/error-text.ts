import { getI18n } from 'react-i18next';
import { CallError } from './api-client.ts';
import { formatWait } from './formats.ts';
import { loadCode } from './load-code.ts';
import type { MissingCause } from './release.ts';

/** Too many attempts. */
const TOO_MANY = 429;

type Texts = typeof import('../i18n/ar/errors.ts')['default'];
let arabic: Texts | null = null;

/** Loads the texts before the connection is lost. The English ones come from the server. */
export async function preloadErrorTexts(language: string): Promise<MissingCause | null> {
  if (language !== 'ar' || arabic) return null;
  const loaded = await loadCode(() => import('../i18n/ar/errors.ts'));
  if ('missing' in loaded) return loaded.missing;
  arabic = loaded.code.default;
  return null;
}

/** For an action with its own error text: that says nothing about a missing connection. */
export const actErrorText = async (error: unknown, language: string, words: string): Promise<string> =>
  error instanceof CallError && error.status === 0 ? errorText(error, language) : words;

/**
 * The error in the reader's language, and when to try again if that is known. The English text is the server's.
 */
export async function errorText(error: unknown, language: string): Promise<string> {
  const known = error instanceof CallError ? error : new CallError(0, {});
  const wait =
    known.status === TOO_MANY && known.retryAfter !== null ? formatWait(known.retryAfter, language) : null;
  if (language !== 'ar') return wait ? `${known.message} You can try again in ${wait}.` : known.message;
  await preloadErrorTexts(language);
  if (!arabic) return getI18n().t('state.offlineHint', { ns: 'shell' });
  const template = arabic[known.code as keyof Texts] ?? arabic.internal;
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => known.fields[name] ?? '');
  return wait ? `${text} ${arabic.tryAgainIn.replace('{{time}}', wait)}` : text;
}
