import type { TFunction } from 'i18next';

/**
 * The import of a book folder appends its finding to a field's name: "title: is missing; give a text". Under the
 * field on the desk it becomes a sentence. The most frequent ones are translated; the others are English.
 */
export function findingSentence(
  text: string,
  file: string | null,
  t: TFunction<'publishing'>,
): { text: string; isEnglish: boolean } {
  const own = file === null ? translated(text, t) : null;
  if (own !== null) return { text: own, isEnglish: false };
  const [what = '', ...hints] = text.split(/; /);
  const subject = file ?? (/^(is|has|names|stands|begins|ends|needs|repeats) /.test(what) ? 'It' : null);
  const sentences = [subject === null ? what : `${subject} ${what}`, ...hints].map(asSentence);
  return { text: sentences.join(' '), isEnglish: true };
}

function translated(text: string, t: TFunction<'publishing'>): string | null {
  if (/^is missing; give (a text|a number|a whole number|a list|true or false|a group of fields)$/.test(text))
    return t('check.sentences.missing');
  if (text === 'is missing; give a date, like 2026-03-01') return t('check.sentences.missingDate');
  if (text.startsWith('is empty; ')) return t('check.sentences.empty');
  const [, length, max] = /^has (\d+) characters; at most (\d+) fit$/.exec(text) ?? [];
  if (length && max) return t('check.sentences.tooLong', { length, max });
  if (text.endsWith('; write the date as YYYY-MM-DD')) return t('check.sentences.notADate');
  const [, count] = /^has pages under other numbers than the PDF before; .* \((\d+)\)$/.exec(text) ?? [];
  if (count) return t('check.sentences.otherPages', { count });
  const [, page, lost] =
    /^names page (\d+) of the PDF before, which (is not in|was not found)/.exec(text) ?? [];
  if (page) return t(`check.sentences.${lost === 'is not in' ? 'pageGone' : 'pageUnknown'}`, { page });
  return null;
}

/** Adds a capital letter and a full stop. A name, figure or quotation mark at the beginning stays. */
function asSentence(text: string): string {
  const begun = /^[a-z]+ /.test(text) ? `${text[0]?.toUpperCase()}${text.slice(1)}` : text;
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
