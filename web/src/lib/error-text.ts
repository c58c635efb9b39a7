import { CallError } from './api-client.ts';

/** What went wrong, in the reader's language. The server's own sentence is the English one. */
export async function errorText(error: unknown, language: string): Promise<string> {
  const known = error instanceof CallError ? error : new CallError(0, {});
  if (language !== 'ar') return known.message;
  const { default: texts } = await import('../i18n/ar/errors.ts');
  return texts[known.code as keyof typeof texts] ?? texts.internal;
}
