import { describe, expect, it } from 'vitest';
import { safeNext } from './safe-next.ts';

describe('the way on after signing in', () => {
  it.each([
    ['/books?listType=all#top', '/books?listType=all#top'],
    ['/book-viewer/1', '/book-viewer/1'],
    ['/search?q=a//b/../c', '/search?q=a//b/../c'],
    ['/', '/'],
  ])('%s is a path of ours', (next, expected) => expect(safeNext(next)).toBe(expected));

  it.each([
    null,
    undefined,
    '',
    'books',
    '//evil.example',
    '/a/../books',
    '/a/..',
    '/a//b',
    '/.//evil.example/x',
    '/..//evil.example/x',
    '/a/..//evil.example/x',
    '/a/b/../..//evil.example/x',
    '/%2e//evil.example/x',
    '/./\\evil.example',
    '/.\\/evil.example',
    '/\\evil.example',
    'https://evil.example/books',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
  ])('%s leads home', (next) => expect(safeNext(next)).toBe('/'));
});
