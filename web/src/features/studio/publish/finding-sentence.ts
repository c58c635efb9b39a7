import type { TFunction } from 'i18next';
import { FILE_FINDING_RULES, FINDING_RULES } from './finding-rules.ts';

/**
 * The import of a book folder appends its finding to a field's name: "title: is missing; give a text". Under the
 * field on the desk it becomes a sentence of the desk. What is wrong inside a file is English.
 */
export function findingSentence(
  text: string,
  file: string | null,
  t: TFunction<'publishing'>,
): { text: string; isEnglish: boolean } {
  const own = translated(text, file, t);
  if (own !== null) return { text: own, isEnglish: false };
  const [what = '', ...hints] = text.split(/; /);
  const subject = file ?? (/^(is|has|names|stands|begins|ends|needs|repeats) /.test(what) ? 'It' : null);
  const sentences = [subject === null ? what : `${subject} ${what}`, ...hints].map(asSentence);
  return { text: sentences.join(' '), isEnglish: true };
}

function translated(text: string, file: string | null, t: TFunction<'publishing'>): string | null {
  for (const { key, pattern } of file === null ? FINDING_RULES : FILE_FINDING_RULES) {
    const match = pattern.exec(text);
    if (match) return t(`check.sentences.${key}`, { file, ...match.groups });
  }
  return null;
}

/** Adds a capital letter and a full stop. A name, figure or quotation mark at the beginning stays. */
function asSentence(text: string): string {
  const begun = /^[a-z]+ /.test(text) ? `${text[0]?.toUpperCase()}${text.slice(1)}` : text;
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
