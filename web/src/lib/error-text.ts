import { CallError } from './api-client.ts';
import { formatWait } from './formats.ts';

/** The status of an attempt that came too early. */
const TOO_MANY = 429;

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
  const { default: texts } = await import('../i18n/ar/errors.ts');
  const text = texts[known.code as keyof typeof texts] ?? texts.internal;
  return wait ? `${text} ${texts.tryAgainIn.replace('{{time}}', wait)}` : text;
}
