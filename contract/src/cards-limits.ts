export const CARD_KINDS = ['basic', 'cloze'] as const;
export type CardKind = (typeof CARD_KINDS)[number];
/** How well the reader remembered, in the words of the scheduler. */
export const CARD_GRADES = ['again', 'hard', 'good', 'easy'] as const;
export type CardGrade = (typeof CARD_GRADES)[number];
/** Characters of one side: those of the longest highlight, and the marks of hidden parts. */
export const MAX_CARD_TEXT = 6000;

const HIDDEN = /\{\{c\d+::([\s\S]*?)(?:::[\s\S]*?)?\}\}/g;

/** The hidden part of a cloze, as Anki writes it. */
export const hide = (text: string): string => `{{c1::${text}}}`;
/** Text and hidden parts in turn: the parts at odd places are hidden. */
export function clozeParts(text: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    parts.push(text.slice(end, match.index), match[1] ?? '');
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
export const hasHiddenPart = (text: string): boolean =>
  clozeParts(text).some((part, index) => index % 2 === 1 && part.trim() !== '');
