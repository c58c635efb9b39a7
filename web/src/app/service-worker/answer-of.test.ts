import { describe, expect, it } from 'vitest';
import { answerOf } from './answer-of.ts';

const HERE = 'https://vesalius.example';
const BOOK = '0197a000-0000-7000-8000-0000000000b1';
const asked = (path: string, mode = 'cors', method = 'GET') =>
  answerOf({ method, mode: mode as RequestMode, url: new URL(path, HERE).href }, HERE, ['/assets/a-1.js']);

describe('the service worker', () => {
  it.each([
    ['/', 'navigate', 'page'],
    [`/book-viewer/${BOOK}?page=3`, 'navigate', 'page'],
    ['/subscriped-books', 'navigate', 'page'],
    ['/assets/a-1.js', 'cors', 'asset'],
    [`/page-files/${BOOK}/2/16/1x.webp?grant=kept.abc`, 'cors', 'kept'],
  ])('answers %s', (path, mode, kind) => {
    expect(asked(path, mode)).toMatchObject({ kind });
  });

  it.each([
    ['a screen that is not kept', '/checkout', 'navigate'],
    ['an asset of another build', '/assets/a-2.js', 'cors'],
    ['a call', '/customer_portal/v1/books', 'cors'],
    ['a page of the server’s grant', `/page-files/${BOOK}/2/16/1x.webp?grant=k3.5.abc`, 'cors'],
    ['a kept page typed into the address bar', `/page-files/${BOOK}/2/16/1x.webp?grant=kept.abc`, 'navigate'],
    ['another origin', 'https://elsewhere.example/assets/a-1.js', 'cors'],
    ['its own file', '/service-worker.js', 'same-origin'],
  ])('leaves %s to the network', (_what, path, mode) => {
    expect(asked(path, mode)).toBeNull();
  });

  it('leaves everything but reading to the network', () => {
    expect(asked('/', 'navigate', 'POST')).toBeNull();
  });
});
