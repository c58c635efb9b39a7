import type { Cue } from '@vesalius/contract/lecture-cues';

/**
 * A passage of a lecture ends with the sentence that reaches this number of words, or else with the caption that reaches
 * the maximum: about half a minute.
 */
const PASSAGE_WORDS = 40;
const MAX_PASSAGE_WORDS = 80;
const ENDS_SENTENCE = /[.!?؟。]["”’»)\]]*$/u;

export interface MaterialTexts {
  readonly id: string;
  readonly title: string;
  readonly speaker: string | null;
  readonly description: string;
  /** What is searched of `materials.content`. */
  readonly content: {
    readonly captions?: readonly Track[];
    readonly descriptions?: readonly Track[];
    readonly marks?: readonly { readonly at_seconds: number; readonly title: string }[];
    readonly images?: readonly { readonly caption?: string | null; readonly alt: string }[];
    readonly series?: readonly { readonly title: string }[];
  };
}
interface Track {
  readonly file: string;
}
export interface Piece {
  readonly materialId: string;
  readonly source: 'title' | 'description' | 'part' | 'spoken' | 'image' | 'series';
  readonly text: string;
  /** Where in the text each moment begins, and the moments. */
  readonly offsets: readonly number[];
  readonly seconds: readonly number[];
}

/** What the list of lectures shows everybody. */
export const openPieces = ({ id, title, speaker }: MaterialTexts): Piece[] => [
  pieceOf(id, 'title', [title, speaker ?? ''].filter(Boolean).join('\n')),
];

/** The diagnosis is not searched: the viewer hides it until the reader asks for it. */
export function closedPieces(
  { id, description, content }: MaterialTexts,
  tracks: readonly (readonly Cue[])[],
): Piece[] {
  const { marks = [], images = [], series = [] } = content;
  return [
    pieceOf(id, 'description', description),
    ...marks.map((mark) => pieceOf(id, 'part', mark.title, mark.at_seconds)),
    ...images.map(({ caption, alt }) => pieceOf(id, 'image', [caption ?? '', alt].filter(Boolean).join(' '))),
    ...series.map((one) => pieceOf(id, 'series', one.title)),
    ...tracks.flatMap((cues) => passagesOf(id, cues)),
  ].filter(({ text }) => text.trim() !== '');
}

const pieceOf = (materialId: string, source: Piece['source'], text: string, seconds?: number): Piece => ({
  ...{ materialId, source, text },
  ...(seconds === undefined ? { offsets: [], seconds: [] } : { offsets: [0], seconds: [seconds] }),
});

/** Captions one after the other, as passages that are long enough to hold the words of a question. */
function passagesOf(materialId: string, cues: readonly Cue[]): Piece[] {
  const passages: Piece[] = [];
  let text = '';
  let offsets: number[] = [];
  let seconds: number[] = [];
  const close = () => {
    if (text) passages.push({ materialId, source: 'spoken', text, offsets, seconds });
    [text, offsets, seconds] = ['', [], []];
  };
  for (const cue of cues) {
    if (text) text += ' ';
    offsets.push(text.length);
    seconds.push(cue.from);
    text += cue.text;
    const words = text.split(' ').length;
    if (words >= MAX_PASSAGE_WORDS || (words >= PASSAGE_WORDS && ENDS_SENTENCE.test(text))) close();
  }
  close();
  return passages;
}

/** The moment in which the word at this place of the text is said; null = the text has no moments. */
export function secondsAt(
  { offsets, seconds }: Pick<Piece, 'offsets' | 'seconds'>,
  place: number,
): number | null {
  const index = offsets.findLastIndex((offset) => offset <= place);
  return seconds[Math.max(0, index)] ?? null;
}
