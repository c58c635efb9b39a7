import { describe, expect, it } from 'vitest';
import { listingAddress, readFilters, shelfOf } from './listing-filters.ts';

const ID = '0197a000-0000-7000-8000-0000000000c1';
const NO_ID = '00000000-0000-0000-0000-000000000000';
const read = (search: string) => readFilters(new URLSearchParams(search));

describe('the filters of a listing', () => {
  it.each([
    ['', { kind: 'all' }],
    ['listType=featured', null],
    [`listType=related&bookId=${ID}`, { kind: 'related', book_id: ID }],
    ['listType=related&bookId=mistyped', { kind: 'related', book_id: NO_ID }],
    ['listType=related', { kind: 'all' }],
    ['listType=assigned&search_term=heart', { kind: 'assigned', search_term: 'heart' }],
    [`category_id=${ID}&sorting_term=price_low`, { kind: 'all', category_id: ID, sorting_term: 'price_low' }],
    ['language=AR', { kind: 'all', language: 'ar' }],
    ['sorting_term=nonsense&listType=nonsense&language=x', { kind: 'all' }],
  ])('of %j mean %j', (search, shelf) => expect(shelfOf(read(search))).toEqual(shelf));

  it.each([
    ['page=3', 3],
    ['page=0', 1],
    ['page=x', 1],
    ['page=1e9', 1],
  ])('of %j load %d pages', (search, page) => expect(read(search).page).toBe(page));

  it('survive writing to the address and reading from it', () => {
    const filters = read(
      'listType=assigned&category_id=c1&language=ar&search_term=two words&sorting_term=price_high&page=2',
    );
    expect(read(listingAddress(filters).split('?')[1] as string)).toEqual(filters);
    expect(listingAddress(read(''))).toBe('/books');
  });
});
