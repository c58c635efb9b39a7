import { stemOf } from '@vesalius/contract/search-stems';
import { describe, expect, it } from 'vitest';
import type { QuestionTerm } from './rank-pages.ts';
import { MAX_RERANKED_PAGES, rerankPages } from './rerank-pages.ts';

const termOf = (word: string, ...meanings: string[]): QuestionTerm => ({
  ...{ word, emphasis: 1 },
  alternatives: [word, ...meanings].map((way) => ({ stems: way.split(' ').map(stemOf), worth: 1 })),
});

/** The pages in their order, when the first ranking found each as good as the others. */
function order(terms: readonly QuestionTerm[], texts: readonly (string | null)[]): number[] {
  const pages = texts.map((_, index) => ({
    ...{ bookId: 'book', page: index + 1, coverage: 1 },
    shares: terms.map(() => 1),
    score: terms.length,
  }));
  const reading = {
    ...{ terms, worths: terms.map(() => 1) },
    textOf: ({ page }: { page: number }) => texts[page - 1] ?? null,
  };
  return rerankPages(pages, reading).map(({ page }) => page);
}

describe('the second ranking', () => {
  it.each([
    ['community', 'Two communicating vessels', 'Pneumonia in the community'],
    ['atrium', 'An atrial rhythm', 'Both atria'],
    ['tumor', 'A tumorous mass', 'Tumours of the lung'],
    ['متوقع', 'القيمة المتوقعة', 'المتوقع'],
  ])('puts the word itself ("%s") above another of its stem', (word, other, same) => {
    expect(order([termOf(word)], [other, same])).toEqual([2, 1]);
  });

  it.each([
    ['tumour', 'The tumor', 'Two tumors'],
    ['anaemia', 'An anemia', 'Two anaemias'],
    ['diagnosis', 'A diagnosis', 'Two diagnoses'],
    ['diseases', 'A disease', 'Diseases'],
    ['processes', 'A process', 'Processes'],
    ['arteries', 'An artery', 'Arteries'],
    ['embolus', 'An embolus', 'Emboli'],
    ['الكلية', 'كلية واحدة', 'والكلية'],
  ])('takes spellings, plurals and articles ("%s") for the same word', (word, one, another) => {
    expect(order([termOf(word)], [one, another])).toEqual([1, 2]);
    expect(order([termOf(word)], [another, one])).toEqual([1, 2]);
  });

  it('takes an abbreviation for what it means', () => {
    expect(order([termOf('aki', 'acute kidney injury')], ['Acute kidney injuries', 'AKI'])).toEqual([1, 2]);
  });

  it('puts a text above the titles of its references', () => {
    const list = 'The text.\nReferences\n1. Sepsis in adults.';
    expect(order([termOf('sepsis')], [list, 'Sepsis is treated.'])).toEqual([2, 1]);
    expect(order([termOf('sepsis')], ['Treat sepsis, with references\nin mind.', 'Sepsis'])).toEqual([1, 2]);
  });

  it('puts words that stand together above the same words apart', () => {
    const terms = [termOf('heart'), termOf('failure')];
    const apart = 'The heart beats in a patient who has a renal failure';
    expect(
      order(terms, [apart, 'A failure of the heart', 'A failing or failed heart: heart failure']),
    ).toEqual([3, 1, 2]);
  });

  it('leaves what only a heading of an earlier page says, and pages without a text', () => {
    expect(order([termOf('sepsis')], ['Nothing of it', null, 'Sepsis'])).toEqual([1, 2, 3]);
  });

  it('reads the best pages only', () => {
    const texts = Array.from({ length: MAX_RERANKED_PAGES + 2 }, () => 'Communicating');
    texts[MAX_RERANKED_PAGES + 1] = 'Community';
    expect(order([termOf('community')], texts).at(-1)).toBe(MAX_RERANKED_PAGES + 2);
  });
});
