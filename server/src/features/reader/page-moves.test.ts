import { describe, expect, it } from 'vitest';
import { findPageMoves, type PageRun } from './page-moves.ts';

const NAMES = ['heart', 'lung', 'liver', 'kidney', 'spleen', 'brain', 'thyroid', 'pancreas'];
/** A page of prose on one organ, under a running head and above its number. */
const prose = (organ: string, number: number) =>
  `Anatomy for the ward\n${['first', 'second', 'third'].map((word) => `The ${word} thing to know of the ${organ} is where the ${organ} lies.`).join(' ')}\n${number}`;
const book = (...texts: string[]) => texts.map((text, index) => ({ page: index + 1, text }));
const organs = (...names: string[]) => book(...names.map((name, index) => name && prose(name, index + 1)));
const targets = (runs: readonly PageRun[]) =>
  Object.fromEntries(
    runs.flatMap(({ page, target, length }) =>
      Array.from({ length }, (_, index) => [page + index, target + index]),
    ),
  );
const moves = (before: ReturnType<typeof book>, after: ReturnType<typeof book>) => {
  const { places, shown } = findPageMoves(before, after);
  return { places: targets(places), shown: targets(shown) };
};

describe('the pages of the next revision', () => {
  it('are the same where nothing changed, in one run', () => {
    const same = organs(...NAMES);
    expect(findPageMoves(same, same).places).toEqual([{ page: 1, target: 1, length: NAMES.length }]);
  });

  it('come later where pages were inserted, whatever number is printed on them', () => {
    const { places, shown } = moves(organs(...NAMES), organs('heart', 'skin', 'bone', ...NAMES.slice(1)));
    expect(places).toEqual({ 1: 1, 2: 4, 3: 5, 4: 6, 5: 7, 6: 8, 7: 9, 8: 10 });
    expect(shown).toEqual(places);
  });

  it('stand beside the page before them where their text is gone, and were not shown there', () => {
    const { places, shown } = moves(organs(...NAMES), organs('heart', 'lung', 'spleen', 'brain'));
    expect(places).toMatchObject({ 1: 1, 2: 2, 3: 3, 4: 3, 5: 3, 6: 4, 7: 4, 8: 4 });
    expect(shown).toEqual({ 1: 1, 2: 2, 5: 3, 6: 4 });
  });

  it('go with their neighbors where they are pictures without text', () => {
    const before = organs('heart', '', '', 'lung');
    const after = organs('skin', 'bone', 'heart', '', '', 'lung');
    expect(moves(before, after).shown).toEqual({ 1: 3, 2: 4, 3: 5, 4: 6 });
  });

  it('stay where they are in a book of pictures', () => {
    expect(moves(organs('', '', ''), organs('', '', '', '')).places).toEqual({ 1: 1, 2: 2, 3: 3 });
    expect(moves(organs('', '', ''), organs('', '')).places).toEqual({ 1: 1, 2: 2, 3: 2 });
  });

  it('are found where they were put into another order, and where words were corrected', () => {
    const before = organs('heart', 'lung', 'liver');
    const after = organs('liver', 'heart', 'lung');
    after[1]!.text = after[1]!.text.replace('second', 'next');
    expect(moves(before, after).places).toEqual({ 1: 2, 2: 3, 3: 1 });
  });

  it('are told apart where they have few words', () => {
    const { places } = moves(book('Part one', 'Part two'), book('Preface', 'Part one', 'Part two'));
    expect(places).toEqual({ 1: 2, 2: 3 });
  });
});
