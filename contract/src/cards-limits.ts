export const CARD_KINDS = ['basic', 'cloze'] as const;
export type CardKind = (typeof CARD_KINDS)[number];
/** How well the reader remembered, in the words of the scheduler. */
export const CARD_GRADES = ['again', 'hard', 'good', 'easy'] as const;
export type CardGrade = (typeof CARD_GRADES)[number];
/** Characters of one side: those of the longest highlight, and the marks of hidden parts. */
export const MAX_CARD_TEXT = 6000;
/** More than a reader makes in years. */
export const MAX_CARDS = 10_000;
/** Characters of all cards of a reader: all of them fit into one package for Anki. */
export const MAX_CARDS_TEXT = 10_000_000;
/** Anki asks a card for each number of hidden parts; higher numbers hide nothing. */
export const MAX_CLOZES = 50;

/** The hidden part of a cloze, as Anki writes it. */
export const hide = (text: string): string => `{{c1::${text}}}`;
/** Begins a hidden part; its number is from 1 to `MAX_CLOZES`. */
export const clozeOpening = (): RegExp => /\{\{c([1-9]|[1-4]\d|50)::/g;
/**
 * Text and hidden parts in turn: the parts at odd places are hidden. A hint behind "::" is left out. Reads each character
 * once, whatever the text.
 */
export function clozeParts(text: string): string[] {
  const parts: string[] = [];
  const opening = clozeOpening();
  let end = 0;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const from = opening.lastIndex;
    const close = text.indexOf('}}', from);
    if (close < 0) break;
    const [hidden = ''] = text.slice(from, close).split('::', 1);
    parts.push(text.slice(end, open.index), hidden);
    end = close + 2;
    opening.lastIndex = end;
  }
  return [...parts, text.slice(end)];
}
export const hasHiddenPart = (text: string): boolean =>
  clozeParts(text).some((part, index) => index % 2 === 1 && part.trim() !== '');
