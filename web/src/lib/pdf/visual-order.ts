import type { Bidi } from 'bidi-js';
import type { DrawnLine } from './drawn-text.ts';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Direction marks and isolates, which have no width. */
const INVISIBLE = /^\p{Cf}+$/u;
const WORD_OR_NUMBER = /^([\p{L}\p{M}]+|[\p{N}.,:/]+)$/u;
const BRACKET = /^[()[\]{}«»]$/;
/** A share of the font size: that far apart, two texts are two lines for PDFium, but not for Poppler (0.5). */
const RAISE = 0.45;

/** Characters side by side from the left as they are seen, all of the same width, but marks of none. */
export interface Piece {
  readonly characters: readonly string[];
  /** Of the left end of the baseline, in the unit of the line, as all lengths. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly characterWidth: number;
}

interface Character {
  readonly text: string;
  readonly start: number;
  readonly level: number;
  readonly word: number;
  readonly width: number;
}
interface Run {
  readonly isRaised: boolean;
  readonly characters: Character[];
}

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/**
 * The characters of a line in the order that a PDF has: from the left as they are seen, which readers turn back. A line
 * without letters from the right is written as it is read, because readers would not turn its signs back.
 */
export function piecesOf(line: DrawnLine, bidi: Bidi | null): Piece[] {
  if (!bidi || !hasRightToLeft(line.text)) {
    const characters = charactersOf(line, []);
    return placed(line, characters, [{ isRaised: false, characters }]);
  }
  const levels = bidi.getEmbeddingLevels(line.text, line.direction);
  const characters = charactersOf(line, levels.levels).map((character) =>
    isFromLeft(character)
      ? character
      : { ...character, text: bidi.getMirroredCharacter(character.text) ?? character.text },
  );
  const byStart = new Map(characters.map((character) => [character.start, character]));
  const seen = bidi.getReorderedIndices(line.text, levels).flatMap((start) => byStart.get(start) ?? []);
  return placed(line, seen, runsOf(characters));
}

/** Another line for PDFium. */
export const raised = (line: DrawnLine): DrawnLine => ({ ...line, y: line.y - line.size * RAISE });

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function charactersOf({ words, width }: DrawnLine, levels: ArrayLike<number>): Character[] {
  const narrowed = width / words.reduce((sum, word) => sum + word.width, 0);
  let offset = 0;
  return words.flatMap(({ text, width: wide }, word) => {
    const shown = [...segmenter.segment(text)].filter(({ segment }) => !INVISIBLE.test(segment));
    const characters = shown.map(({ segment, index }) => {
      const start = offset + index;
      return {
        text: segment,
        start,
        level: levels[start] ?? 0,
        word,
        width: (wide * narrowed) / shown.length,
      };
    });
    offset += text.length;
    return characters;
  });
}

const isFromLeft = ({ level }: Character): boolean => level % 2 === 0;

/**
 * In reading order. PDFium turns a line with letters from the right back part by part, also the parts of a Latin name, of
 * "Visa •••• 0027" and of "(21%)". Raised a little, such a run is a line of its own for PDFium, and stays in order.
 */
function runsOf(characters: readonly Character[]): Run[] {
  const runs: Character[][] = [];
  for (const character of characters) {
    const last = runs.at(-1);
    if (last?.[0] && isFromLeft(last[0]) === isFromLeft(character)) last.push(character);
    else runs.push([character]);
  }
  const joined: Run[] = [];
  for (const [index, run] of runs.entries()) {
    const [first] = run;
    const isRaised = Boolean(first && isFromLeft(first) && !WORD_OR_NUMBER.test(textOf(run).trim()));
    if (
      isRaised &&
      BRACKET.test(runs[index - 1]?.at(-1)?.text ?? '') &&
      BRACKET.test(runs[index + 1]?.[0]?.text ?? '')
    )
      run.unshift(...(joined.at(-1)?.characters.splice(-1) ?? []), ...(runs[index + 1]?.splice(0, 1) ?? []));
    const last = joined.at(-1);
    if (last && !last.isRaised && !isRaised) last.characters.push(...run);
    else joined.push({ isRaised, characters: [...run] });
  }
  return joined;
}

const textOf = (characters: readonly Character[]): string => characters.map(({ text }) => text).join('');

/** `seen`: all characters of the line from the left. */
function placed(line: DrawnLine, seen: readonly Character[], runs: readonly Run[]): Piece[] {
  const runOf = new Map(runs.flatMap((run) => run.characters.map((character) => [character, run] as const)));
  const pieces = new Map<Run, (Piece & { readonly characters: string[] })[]>(runs.map((run) => [run, []]));
  let { x } = line;
  let before: Character | undefined;
  for (const character of seen) {
    const run = runOf.get(character);
    const of = run && pieces.get(run);
    if (before && before.word === character.word && runOf.get(before) === run)
      of?.at(-1)?.characters.push(...glyphsOf(character));
    else
      of?.push({
        // A mark beside a space, pdf.js would put behind the space.
        characters: isFromLeft(character) ? glyphsOf(character) : glyphsOf(character).slice(-1),
        x,
        y: run?.isRaised ? raised(line).y : line.y,
        size: line.size,
        characterWidth: character.width,
      });
    x += character.width;
    before = character;
  }
  return [...pieces.values()].flat();
}

/** A letter and its marks, which have no width, because pdf.js expects none. */
function glyphsOf(character: Character): string[] {
  const [, letter = '', marks = ''] = /^(\P{M})(\p{M}+)$/u.exec(character.text) ?? [];
  if (!letter) return [character.text];
  return isFromLeft(character) ? [letter, marks] : [[...marks].reverse().join(''), letter];
}
