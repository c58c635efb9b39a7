import type { Sentence, SpokenWord } from './spoken-page.ts';

/** How the voice pronounces a term: each is written as it sounds. */
export interface Pronunciation {
  readonly term: string;
  readonly sounds: string;
}

export const MAX_PRONUNCIATIONS = 500;
export const MAX_TERM_LENGTH = 80;

/** The sentence as it is given to the voice. Terms are whole words, in upper or lower case; longer ones come first. */
export function pronounced(
  { text, words }: Pick<Sentence, 'text' | 'words'>,
  dictionary: readonly Pronunciation[],
): { readonly text: string; readonly words: readonly SpokenWord[] } {
  if (dictionary.length === 0) return { text, words };
  const soundsOf = new Map(dictionary.map(({ term, sounds }) => [term.toLowerCase(), sounds]));
  const terms = [...soundsOf.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${terms.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const changes: { readonly from: number; readonly to: number; readonly by: number }[] = [];
  let spoken = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const sounds = soundsOf.get(found.toLowerCase()) ?? found;
    spoken += text.slice(from, index);
    changes.push({ from: index, to: index + found.length, by: sounds.length - found.length });
    spoken += sounds;
    from = index + found.length;
  }
  spoken += text.slice(from);
  const moved = (at: number): number => {
    let shift = 0;
    for (const change of changes) {
      if (at >= change.to) shift += change.by;
      else return at > change.from ? change.from + shift : at + shift;
    }
    return at + shift;
  };
  return { text: spoken, words: words.map((word) => ({ ...word, at: moved(word.at) })) };
}

const escaped = (term: string): string => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const keyOf = (bookId: string): string => `pronunciations:${bookId}`;

export function readPronunciations(bookId: string): Pronunciation[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(bookId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPronunciation).slice(0, MAX_PRONUNCIATIONS) : [];
  } catch {
    return [];
  }
}

export function keepPronunciations(bookId: string, dictionary: readonly Pronunciation[]): void {
  try {
    if (dictionary.length === 0) localStorage.removeItem(keyOf(bookId));
    else localStorage.setItem(keyOf(bookId), JSON.stringify(dictionary));
  } catch {
    // storage is off: the dictionary lasts until the book is closed
  }
}

const isPronunciation = (entry: unknown): entry is Pronunciation => {
  const { term, sounds } = (entry ?? {}) as Partial<Pronunciation>;
  return typeof term === 'string' && term.trim() !== '' && typeof sounds === 'string' && sounds !== '';
};
