import { describe, expect, it } from 'vitest';
import { bookWords, searchWords } from './kept-search.ts';

const words = bookWords([
  'The mitral valve',
  'Ménière and the valve',
  '',
  'mitral stenosis; mitral valve',
  'long-\nterm',
]);
const found = (query: string, from = 1) =>
  searchWords(words, query, from).hits.map((hit) => `${hit.page}:${hit.index} ${hit.match}`);

describe('a search in an offline book', () => {
  it.each([
    ['mitral', ['1:0 mitral', '4:0 mitral', '4:1 mitral']],
    ['"mitral valve"', ['1:0 mitral valve', '4:0 mitral valve']],
    ['MENIERE', ['2:0 Ménière']],
    ['valve menier', ['2:0 Ménière', '2:1 valve']],
    ['longterm', ['5:0 long- term']],
    ['long-term', ['5:0 long- term']],
    ['nothing', []],
    ['...', []],
  ])('%s finds %j, as on the server', (query, hits) => {
    expect(found(query)).toEqual(hits);
  });

  it('returns the number of pages, and continues where it stopped', () => {
    const many = bookWords(Array.from({ length: 60 }, () => 'valve and valve'));
    const first = searchWords(many, 'valve', 1);
    expect([first.pages, first.hits.length, first.next_page]).toEqual([60, 100, 51]);
    expect(searchWords(many, 'valve', 51)).toMatchObject({ pages: 60, next_page: null });
    expect(searchWords(many, 'valve', 51).hits[0]).toMatchObject({ page: 51, before: '', match: 'valve' });
  });
});
