import { describe, expect, it } from 'vitest';
import { findPageMoves, type PageRun } from './page-moves.ts';

const NAMES = ['heart', 'lung', 'liver', 'kidney', 'spleen', 'brain', 'thyroid', 'pancreas'];
/** A page of prose about one organ, with a running head and a page number. */
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
const moves = async (before: ReturnType<typeof book>, after: ReturnType<typeof book>) => {
  const { places, shown } = await findPageMoves(before, after);
  return { places: targets(places), shown: targets(shown) };
};

describe('the pages of the next revision', () => {
  it('are the same in one run if nothing changed', async () => {
    const same = organs(...NAMES);
    expect((await findPageMoves(same, same)).places).toEqual([{ page: 1, target: 1, length: NAMES.length }]);
  });

  it('move down after inserted pages, whatever number is printed on them', async () => {
    const { places, shown } = await moves(
      organs(...NAMES),
      organs('heart', 'skin', 'bone', ...NAMES.slice(1)),
    );
    expect(places).toEqual({ 1: 1, 2: 4, 3: 5, 4: 6, 5: 7, 6: 8, 7: 9, 8: 10 });
    expect(shown).toEqual(places);
  });

  it('are beside the page before them if their text was removed, and do not count as shown', async () => {
    const { places, shown } = await moves(organs(...NAMES), organs('heart', 'lung', 'spleen', 'brain'));
    expect(places).toMatchObject({ 1: 1, 2: 2, 3: 3, 4: 3, 5: 3, 6: 4, 7: 4, 8: 4 });
    expect(shown).toEqual({ 1: 1, 2: 2, 5: 3, 6: 4 });
  });

  it('move with their neighbors if they are images without text', async () => {
    const before = organs('heart', '', '', 'lung');
    const after = organs('skin', 'bone', 'heart', '', '', 'lung');
    expect((await moves(before, after)).shown).toEqual({ 1: 3, 2: 4, 3: 5, 4: 6 });
  });

  it('stay in a book of images', async () => {
    expect((await moves(organs('', '', ''), organs('', '', '', ''))).places).toEqual({ 1: 1, 2: 2, 3: 3 });
    expect((await moves(organs('', '', ''), organs('', ''))).places).toEqual({ 1: 1, 2: 2, 3: 2 });
  });

  it('are found after reordering and after corrections', async () => {
    const before = organs('heart', 'lung', 'liver');
    const after = organs('liver', 'heart', 'lung');
    after[1]!.text = after[1]!.text.replace('second', 'next');
    expect((await moves(before, after)).places).toEqual({ 1: 2, 2: 3, 3: 1 });
  });

  it('are distinguished despite few words', async () => {
    const { places } = await moves(book('Part one', 'Part two'), book('Preface', 'Part one', 'Part two'));
    expect(places).toEqual({ 1: 2, 2: 3 });
  });
});
