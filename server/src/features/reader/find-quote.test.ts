import { describe, expect, it } from 'vitest';
import { contextIn, correctedQuote, quoteFinder } from './find-quote.ts';

const pages = [
  { page: 1, text: 'The valve opens. Then the valve closes.' },
  { page: 2, text: 'A murmur at the apex.\nThe Ménière syndrome is else-\nwhere.' },
  { page: 3, text: 'The valve opens again in the second edition.' },
];
const find = quoteFinder(pages);
const at = (quote: string, pageNumber = 1, quoteBefore = '', quoteAfter = '') => {
  const found = find({ pageNumber, quote, quoteBefore, quoteAfter });
  return found && [found.page, pages[found.page - 1]!.text.slice(found.start, found.end)];
};

describe('a quote in a new revision', () => {
  it('is found at its old position, and on the page to which it moved', () => {
    expect(at('valve closes', 1)).toEqual([1, 'valve closes']);
    expect(at('murmur at the apex', 1)).toEqual([2, 'murmur at the apex']);
  });
  it('is found despite changes of case, accents and line ends', () => {
    expect(at('THE MENIERE', 2)).toEqual([2, 'The Ménière']);
    expect(at('apex. The', 2)).toEqual([2, 'apex.\nThe']);
  });
  it('that occurs more than once is identified by its context', () => {
    expect(at('valve', 1, 'Then the', 'closes')?.[0]).toBe(1);
    expect(
      find({ pageNumber: 1, quote: 'valve', quoteBefore: 'Then the', quoteAfter: 'closes' })?.start,
    ).toBe(26);
    expect(at('The valve', 1, '', 'opens again in')).toEqual([3, 'The valve']);
  });
  it('with the same context everywhere is the nearest one', () => {
    expect(at('the valve opens', 3)?.[0]).toBe(3);
    expect(at('the valve opens', 1)?.[0]).toBe(1);
  });
  it('that starts or ends within a word keeps its letters', () => {
    expect(at('lve clo', 1, 'The valve opens. Then the va', 'ses.')).toEqual([1, 'lve clo']);
    expect(at('nière syn', 2, 'A murmur at the apex. The Mé', 'drome is elsewhere.')).toEqual([
      2,
      'nière syn',
    ]);
    // One word, cut on both sides.
    expect(at('urmu', 2, 'A m', 'r at the apex.')).toEqual([2, 'urmu']);
  });
  it('is found with and without a hyphen at the end of a line', () => {
    const divided = quoteFinder([{ page: 1, text: 'of the left ventri\u2010\ncle and its wall' }]);
    const whole = quoteFinder([{ page: 1, text: 'of the left ventricle and its wall' }]);
    const anchor = { pageNumber: 1, quoteBefore: 'of the ', quoteAfter: ' and its wall' };
    for (const quote of ['left ventricle', 'left ventri\u2010 cle'])
      for (const finder of [divided, whole]) expect(finder({ ...anchor, quote })?.start).toBe(7);
  });
  it('of a text that lacked letters of its ligatures is found, in its own place', () => {
    const text = 'The difference of lead 11 is cut off, and the amplitude of lead 1 stays.';
    const finder = quoteFinder([{ page: 1, text }]);
    const anchors: [string, string, string, string][] = [
      ['The ', 'diference of lead 1', ' is cut of', 'difference of lead 11'],
      // A word of its own that occurs elsewhere.
      ['lead 1 is cut ', 'of', ', and the', 'off'],
      ['the amplitude ', 'of', ' lead 1 stays', 'of'],
    ];
    for (const [quoteBefore, quote, quoteAfter, expected] of anchors) {
      const anchor = { pageNumber: 1, quote, quoteBefore, quoteAfter };
      const found = finder(anchor);
      expect(found && text.slice(found.start, found.end)).toBe(expected);
      if (found) expect(correctedQuote(anchor, found, text).quote).toBe(expected);
      expect(found?.isCorrected).toBe(expected !== quote);
    }
  });
  it('without context that cuts a word of its page is found, with the letters that the text lacked', () => {
    const text = 'No indifferent sufficient effort';
    const finder = quoteFinder([{ page: 1, text }]);
    const cuts = [
      ['diferent suff', 'different suff'],
      ['iferen', 'ifferen'],
      ['ent sufic', 'ent suffic'],
      ['ficient effo', 'ficient effo'],
    ] as const;
    for (const [quote, expected] of cuts) {
      const found = finder({ pageNumber: 1, quote, quoteBefore: '', quoteAfter: '' });
      expect(found && text.slice(found.start, found.end)).toBe(expected);
      expect(found?.isCorrected).toBe(quote !== expected);
      expect(finder({ pageNumber: 2, quote, quoteBefore: '', quoteAfter: '' })).toBeNull();
    }
  });
  it('has the context of its text, as a whole word before a part of one', () => {
    expect(contextIn('lead off, of\nthe (heart)', 'of the')).toEqual({
      quoteBefore: 'lead off, ',
      quoteAfter: ' (heart)',
    });
    expect(contextIn('off of', 'of')).toEqual({ quoteBefore: 'off ', quoteAfter: '' });
    expect(contextIn('(heart)', '(hea')).toEqual({ quoteBefore: '', quoteAfter: 'rt)' });
    expect(contextIn('heart', 'lung')).toBeNull();
  });
  it('of another word than that in the text is not found', () => {
    const finder = quoteFinder([{ page: 1, text: 'affect' }]);
    for (const quote of ['effect', 'aft', 'affection'])
      expect(finder({ pageNumber: 1, quote, quoteBefore: '', quoteAfter: '' })).toBeNull();
  });
  it('that was removed is not found', () => {
    expect(at('a sentence that was removed')).toBeNull();
    expect(at('…')).toBeNull();
  });
});
