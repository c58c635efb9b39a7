import { askedPage, viewedBookId } from '../../../lib/viewer-address.ts';

/* What the frame of a preview shows. The frame has the same origin, so its document can be read. */

export interface Quote {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}
/** What a new comment would be about. */
export type SeenPlace =
  | { readonly kind: 'page'; readonly page: number; readonly quote: Quote | null }
  | { readonly kind: 'lecture'; readonly id: string; readonly title: string; readonly second: number }
  | { readonly kind: 'question'; readonly id: string; readonly title: string };

/** Words of context that identify a phrase that appears twice. */
const CONTEXT_WORDS = 8;
const MAX_CONTEXT_LENGTH = 200;
const MAX_PHRASE_LENGTH = 1000;
const QUESTION = 'question-';
const LECTURE_PATH = /^\/supplementary\/([^/]+)\//i;

/** Null: nothing to comment on. */
export function placeIn(document: Document, { pathname, search }: Location): SeenPlace | null {
  const question = questionIn(document);
  if (question) return question;
  const video = document.querySelector('video[aria-label]') as HTMLVideoElement | null;
  const lecture = LECTURE_PATH.exec(pathname)?.[1];
  if (lecture && video)
    return {
      ...{ kind: 'lecture', id: lecture, title: video.getAttribute('aria-label') ?? '' },
      second: Math.floor(video.currentTime),
    };
  if (!viewedBookId(pathname)) return null;
  const phrase = phraseIn(document);
  if (phrase) return phrase;
  return { kind: 'page', page: askedPage(new URLSearchParams(search)) ?? 1, quote: null };
}

/** The question with the focus, or the first visible one. */
function questionIn(document: Document): SeenPlace | null {
  const cards = [...document.querySelectorAll(`fieldset[id^="${QUESTION}"]`)];
  const height = document.defaultView?.innerHeight ?? 0;
  const card =
    cards.find((each) => each.contains(document.activeElement)) ??
    cards.find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > height / 4 && top < height;
    }) ??
    cards[0];
  if (!card) return null;
  const title = card.querySelector('legend [dir="auto"]')?.textContent?.trim() ?? '';
  return { kind: 'question', id: card.id.slice(QUESTION.length), title };
}

const wordsOf = (sheet: Element) => [...sheet.querySelectorAll('[data-word]')];
const textOf = (word: Element | undefined) => (word?.textContent ?? '').trim();
const joined = (words: readonly Element[]) => words.map(textOf).filter(Boolean).join(' ');

function phraseIn(document: Document): SeenPlace | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const sheet = [...document.querySelectorAll('[data-page]')].find((each) => range.intersectsNode(each));
  if (!sheet) return null;
  const words = wordsOf(sheet);
  const isIn = (word: Element) => {
    if (!range.intersectsNode(word)) return false;
    const { startContainer, startOffset, endContainer, endOffset } = range;
    // Only its edge is touched.
    const isBefore =
      word.contains(startContainer) && startOffset >= (startContainer.textContent ?? '').length;
    return !isBefore && !(word.contains(endContainer) && endOffset === 0);
  };
  const first = words.findIndex(isIn);
  if (first < 0) return null;
  let last = words.findLastIndex(isIn);
  while (last > first && joined(words.slice(first, last + 1)).length > MAX_PHRASE_LENGTH) last -= 1;
  const text = joined(words.slice(first, last + 1)).slice(0, MAX_PHRASE_LENGTH);
  if (text === '') return null;
  const before = joined(words.slice(Math.max(0, first - CONTEXT_WORDS), first)).slice(-MAX_CONTEXT_LENGTH);
  const after = joined(words.slice(last + 1, last + 1 + CONTEXT_WORDS)).slice(0, MAX_CONTEXT_LENGTH);
  return { kind: 'page', page: Number(sheet.getAttribute('data-page')), quote: { text, before, after } };
}

/** Selects a phrase on its page and scrolls it into view. False: its words are missing, or not loaded yet. */
export function showPhrase(document: Document, page: number, { text, before }: Quote): boolean {
  const sheet = document.querySelector(`[data-page="${page}"]`);
  const words = sheet ? wordsOf(sheet).filter((word) => textOf(word) !== '') : [];
  const wanted = text.split(/\s+/);
  const starts = words.flatMap((_, index) =>
    wanted.every((word, offset) => textOf(words[index + offset]) === word) ? [index] : [],
  );
  const isAfterContext = (start: number) =>
    joined(words.slice(Math.max(0, start - CONTEXT_WORDS), start)).slice(-MAX_CONTEXT_LENGTH) === before;
  const start = starts.find(isAfterContext) ?? starts[0];
  const [first, last] = start === undefined ? [] : [words[start], words[start + wanted.length - 1]];
  if (!first || !last) return false;
  const range = document.createRange();
  range.setStartBefore(first);
  range.setEndAfter(last);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  first.scrollIntoView({ block: 'center' });
  return true;
}
