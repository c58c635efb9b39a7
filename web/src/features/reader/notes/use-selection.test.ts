import type { PageText, PageWord } from '@vesalius/contract/reader-text';
import { beforeAll, expect, it } from 'vitest';
import { fakeEngine } from '../engine/fake-engine.ts';
import { quoteOfRange } from './selection-quote.ts';
import { selectedQuote } from './use-selection.ts';

beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

it('has a quote for each page that it covers', async () => {
  const pages = ['the end of one', 'begins the next', 'and a third'];
  const area = document.createElement('div');
  area.innerHTML = pages
    .map(
      (text, page) =>
        `<div data-page="${page + 1}">${text
          .split(' ')
          .map((word, index) => `<span data-word="${index}">${word}</span>`)
          .join('')}</div>`,
    )
    .join('');
  document.body.append(area);
  const wordOf = (page: number, index: number) =>
    area.querySelector(`[data-page="${page}"] [data-word="${index}"]`)?.firstChild as Node;
  document.getSelection()?.setBaseAndExtent(wordOf(1, 1), 0, wordOf(3, 0), 3);
  const engine = fakeEngine((page) => pages[page - 1] ?? '');
  const selected = await selectedQuote(area, engine);
  expect([selected, ...(selected?.further ?? [])].map((each) => [each?.page, each?.quote])).toEqual([
    [1, 'end of one'],
    [2, 'begins the next'],
    [3, 'and'],
  ]);
});

it('has a quote for each part that the text view shows in another order, without what it leaves out', async () => {
  const area = document.createElement('div');
  const words = 'Head one * note two three Foot'.split(' ');
  area.innerHTML = `<div data-page="1"><div data-flow-text>${[1, 4, 5, 2, 3]
    .map((word) => `<span data-word="${word}">${words[word]} </span>`)
    .join('')}</div></div>`;
  document.body.append(area);
  const engine = fakeEngine(() => words.join(' '));
  const quotes = async (from: Node, to: Node, offset: number) => {
    document.getSelection()?.setBaseAndExtent(from, 0, to, offset);
    const selected = await selectedQuote(area, engine);
    return [selected, ...(selected?.further ?? [])].map((each) => each?.quote);
  };
  const textOf = (word: number) => area.querySelector(`[data-word="${word}"]`)?.firstChild as Node;
  expect(await quotes(textOf(1), textOf(3), 2)).toEqual(['one', 'two three', '* no']);
  expect(await quotes(textOf(4), textOf(5), 6)).toEqual(['two three']);
  expect(await quotes(area, area, 1)).toEqual(['one', 'two three', '* note']);
});

it('says when it is longer than a highlight may be', () => {
  const words = Array.from({ length: 1000 }, (): PageWord => [0.1, 0.1, 0.1, 0.02, 'ventricle']);
  const text: PageText = { width: 500, height: 700, words };
  const whole = quoteOfRange(1, text, 0, Number.MAX_SAFE_INTEGER);
  expect([whole?.isCut, whole?.quote.length]).toEqual([true, 3999]);
  expect(quoteOfRange(1, text, 0, 30)?.isCut).toBe(false);
});
