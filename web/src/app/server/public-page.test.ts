import { describe, expect, it } from 'vitest';
import { publicPage } from './public-page.ts';

const ID = '0197a000-0000-7000-8000-000000000001';
const NO_ID = '00000000-0000-0000-0000-000000000000';
const addressOf = (url: string) => publicPage(url)?.address ?? null;

describe('the address of a public page', () => {
  it.each([
    ['/', '/'],
    ['/?x=1', '/'],
    ['/?utm_source=mail&fbclid=2', '/'],
    ['/Books/', '/books'],
    ['/books?x=1&listType=all&page=1', '/books'],
    ['/books?page=2&sorting_term=date&x=7', '/books?sorting_term=date&page=2'],
    ['/books?sorting_term=date&page=2', '/books?sorting_term=date&page=2'],
    ['/books?sorting_term=nonsense&listType=nonsense&page=-1', '/books'],
    ['/books?search_term=+nerve&search_term=2', '/books?search_term=nerve'],
    [`/books?listType=related&bookId=${ID}`, `/books?listType=related&bookId=${ID}`],
    [`/books?bookId=${ID}`, '/books'],
    ['/books/featured?page=3', '/books/featured'],
    ['/packages?page=1&x', '/packages'],
    ['/packages?page=02', '/packages'],
    ['/packages?page=2', '/packages?page=2'],
    [`/book-profile/${ID.toUpperCase()}?tab=faculty&x=1`, `/book-profile/${ID}?tab=faculty`],
    [`/book-profile/${ID}?tab=other`, `/book-profile/${ID}`],
    ['/book-profile/anything', `/book-profile/${NO_ID}`],
    ['/packages/anything%20else', `/packages/${NO_ID}`],
  ])('%s is %s', (url, address) => {
    expect(addressOf(url)).toBe(address);
    // The address of an address is itself.
    expect(addressOf(address)).toBe(address);
  });

  it.each([
    '/?next=%2Freview',
    '/books?category_id=1',
    '/books?listType=related&bookId=x',
    `/books?search_term=${'x'.repeat(1200)}`,
    '//books',
    '/\\\\evil.example/books',
    'http://evil.example/books',
    '/%62ooks',
    '/admin',
    `/book-profile/${ID}/more`,
  ])('%s is left to the browser', (url) => expect(addressOf(url)).toBeNull());
});
