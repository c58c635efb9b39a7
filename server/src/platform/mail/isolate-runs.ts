import type { Language } from '@vesalius/contract/constants';

const RIGHT_TO_LEFT =
  '(?=\\p{L})[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]';
const LEFT_TO_RIGHT =
  '(?=\\p{L})[^\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

interface Patterns {
  /** A letter that runs against the letter of the mail. */
  readonly foreign: RegExp;
  /** Up to the last foreign letter, with the marks and figures that are attached to it. */
  readonly core: RegExp;
  /** An address, which stays as it is; a title in quotation marks; or what begins with a foreign letter. */
  readonly parts: RegExp;
}
const patternsOf = (foreign: string, own: string): Patterns => ({
  foreign: new RegExp(foreign, 'u'),
  core: new RegExp(`^[^]*(?:${foreign})[\\p{M}\\p{N}]*`, 'u'),
  parts: new RegExp(
    `(?<!\\p{L})\\p{L}{1,20}://\\S+|(?<open>[“«])(?<title>[^“”«»]*)(?<close>[”»])|(?:${foreign})(?:(?!${own})[^\\n“”«»])*`,
    'gu',
  ),
});
const PATTERNS: Readonly<Record<Language, Patterns>> = {
  en: patternsOf(RIGHT_TO_LEFT, LEFT_TO_RIGHT),
  ar: patternsOf(LEFT_TO_RIGHT, RIGHT_TO_LEFT),
};

const isolate = (text: string) => `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}`;

/**
 * Names and titles inside the sentences of a letter, of which some run against its direction: "קרדיולוגיה (2)" in English,
 * "ECG, 2nd ed." in Arabic. Isolated, each keeps its brackets and figures, and the sentence keeps its order. A title in
 * quotation marks is isolated as a whole. Control characters that came with a name are left out: one of them could turn
 * the rest of the letter around.
 */
export function isolateRuns(text: string, language: Language): string {
  const { foreign, core, parts } = PATTERNS[language];
  const plain = text.replace(/\p{Bidi_Control}/gu, '').replace(/(?!\n)\p{Cc}/gu, ' ');
  return plain.replace(parts, (found, ...rest) => {
    const { open, title = '', close } = rest.at(-1) as Record<'open' | 'title' | 'close', string | undefined>;
    if (open) return foreign.test(title) ? `${open}${isolate(title)}${close}` : found;
    if (/^\p{L}+:\/\//u.test(found)) return found;
    const run = core.exec(found)?.[0] ?? found;
    const after = found.slice(run.length);
    // With the end of a bracket that the run opens.
    const closing = count(run, '(') > count(run, ')') ? (/^[^()]*\)/.exec(after)?.[0] ?? '') : '';
    return `${isolate(run + closing)}${after.slice(closing.length)}`;
  });
}

const count = (text: string, character: string) => text.split(character).length - 1;
