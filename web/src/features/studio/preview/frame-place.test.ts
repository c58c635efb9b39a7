import { afterEach, expect, it } from 'vitest';
import { placeIn, showPhrase } from './frame-place.ts';

const BOOK = '0197a000-0000-7000-8000-000000000009';
const at = (pathname: string, search = '') => ({ pathname, search }) as Location;
const reader = at(`/book-viewer/${BOOK}`, '?page=4');
const page = (number: number, text: string) =>
  `<div data-page="${number}">${text
    .split(' ')
    .map((word, index) => `<span data-word="${index}">${word}</span> `)
    .join('')}</div>`;
const TEXT = 'the ninth rib is broken and the ninth rib is healed';
afterEach(() => {
  document.body.innerHTML = '';
});
const phrase = () => {
  const place = placeIn(document, reader);
  return place?.kind === 'page' ? place.quote : null;
};

it('is the page of the address, until words are selected', () => {
  document.body.innerHTML = page(4, TEXT);
  expect(placeIn(document, reader)).toEqual({ kind: 'page', page: 4, quote: null });
  const words = document.querySelectorAll('[data-word]');
  document.getSelection()?.setBaseAndExtent(words[7]?.firstChild as Node, 0, words[8]?.firstChild as Node, 2);
  expect(placeIn(document, reader)).toEqual({
    kind: 'page',
    page: 4,
    quote: { text: 'ninth rib', before: 'the ninth rib is broken and the', after: 'is healed' },
  });
});

it('finds a phrase again by the text before it, and not on another page', () => {
  document.body.innerHTML = page(4, TEXT) + page(5, 'no such words');
  document.body.querySelectorAll('span').forEach((each) => {
    each.scrollIntoView = () => {};
  });
  const quote = { text: 'ninth rib', before: 'the ninth rib is broken and the', after: 'is healed' };
  expect(showPhrase(document, 4, quote)).toBe(true);
  expect(phrase()).toEqual(quote);
  expect(showPhrase(document, 5, quote)).toBe(false);
  expect(showPhrase(document, 6, quote)).toBe(false);
});

it('is a second of a lecture, and the question that has the focus', () => {
  document.body.innerHTML = '<video aria-label="Auscultation"></video>';
  Object.assign(document.querySelector('video') as HTMLVideoElement, { currentTime: 83.4 });
  expect(placeIn(document, at(`/supplementary/m1/${BOOK}/m1`))).toMatchObject({
    ...{ kind: 'lecture', id: 'm1', title: 'Auscultation' },
  });
  const card = (id: string) =>
    `<fieldset id="question-${id}"><legend><span dir="auto">Which ${id}?</span></legend><input></fieldset>`;
  document.body.innerHTML = card('q1') + card('q2');
  document.querySelectorAll('input')[1]?.focus();
  expect(placeIn(document, reader)).toEqual({ kind: 'question', id: 'q2', title: 'Which q2?' });
  expect(placeIn(document, at('/book-profile/x'))).not.toBeNull();
  document.body.innerHTML = '';
  expect(placeIn(document, at('/book-profile/x'))).toBeNull();
});
