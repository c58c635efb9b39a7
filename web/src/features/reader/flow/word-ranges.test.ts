import { parseSearch } from '@vesalius/contract/reader-search';
import { describe, expect, it } from 'vitest';
import { wordsInLines } from '../engine/fake-engine.ts';
import { quoteOfRange } from '../notes/selection-quote.ts';
import { partsOfHighlight, wordAtHeight, wordsOfHighlight, wordsOfHits } from './word-ranges.ts';

const text = wordsInLines('the valve opens and\nthe valve closes\nthe valve opens again');
const starts = [0, 4, 10, 16, 20, 24, 30, 37, 41, 47, 53];

/** What is stored for a highlight of words `from` to `to`, exclusive. */
function highlight(from: number, to: number) {
  const end = starts[to - 1]! + text.words[to - 1]![4].length;
  const quote = quoteOfRange(1, text, starts[from]!, end)!;
  return {
    note: { quote: quote.quote },
    rects: [...quote.rects],
    quote_before: quote.quoteBefore,
  };
}

describe('a highlight', () => {
  it('is at the same words, whichever they are, in lines and across them', () => {
    for (let from = 0; from < text.words.length; from += 1)
      for (let to = from + 1; to <= text.words.length; to += 1)
        expect(wordsOfHighlight(text, highlight(from, to))).toEqual([[from, to]]);
  });

  it('marks parts of the words in which it begins and ends', () => {
    const marked = (start: number, end: number) => {
      const quote = quoteOfRange(1, text, start, end)!;
      const { rects, quoteBefore } = quote;
      return partsOfHighlight(text, {
        note: { quote: quote.quote },
        rects: [...rects],
        quote_before: quoteBefore,
      });
    };
    expect(marked(26, 33)).toEqual([
      { word: 5, from: 2, to: 5 },
      { word: 6, from: 0, to: 3 },
    ]);
    expect(marked(25, 27)).toEqual([{ word: 5, from: 1, to: 3 }]);
    expect(marked(20, 36)).toEqual([]);
  });

  it('without rectangles is where the words before it are the same', () => {
    const { note, quote_before } = highlight(7, 10);
    expect(wordsOfHighlight(text, { note, quote_before, rects: [] })).toEqual([[7, 10]]);
  });

  it('whose quote is no longer on the page is in its rectangles; without them, it is of the page', () => {
    const { rects, quote_before } = highlight(5, 7);
    const note = { quote: 'words of an earlier edition' };
    expect(wordsOfHighlight(text, { note, rects, quote_before })).toEqual([[5, 7]]);
    expect(wordsOfHighlight(text, { note, rects: [], quote_before })).toEqual([]);
  });
});

it('finds the words of each hit, also of a phrase across lines', () => {
  expect(wordsOfHits(text, parseSearch('"valve opens"'))).toEqual([
    [1, 3],
    [8, 10],
  ]);
  expect(wordsOfHits(text, parseSearch('"and the valve"'))).toEqual([[3, 6]]);
});

it('finds the word at a height of the page: that of a line, or the next one below', () => {
  expect(wordAtHeight(text, 0.15)).toBe(4);
  expect(wordAtHeight(text, 0.19)).toBe(7);
  expect(wordAtHeight(text, 0.99)).toBe(10);
  expect(wordAtHeight(wordsInLines(''), 0.5)).toBeNull();
});
