import { describe, expect, it } from 'vitest';
import { blocksOf, criticalCss } from './critical-css.ts';

const page = '<main class="page used"><p style="color:var(--from-html)">text</p></main>';
const keep = (css: string, html = page, language: 'en' | 'ar' = 'en') => criticalCss(css, html, language);

describe('criticalCss', () => {
  it.each([
    ['a class of the page', '.used{color:red}', '.used{color:red}'],
    ['a class that is not there', '.other{color:red}', ''],
    ['one selector of several', '.other,.used{color:red}', '.other,.used{color:red}'],
    ['both classes of a selector', '.used .other{color:red}', ''],
    ['an element', 'a:hover{color:red}', 'a:hover{color:red}'],
    ['an exclusion', '.used:not(.other){color:red}', '.used:not(.other){color:red}'],
    ['alternatives in :is()', ':is(.other,.used) a{color:red}', ':is(.other,.used) a{color:red}'],
    [
      'media and layers',
      '@layer a{@media (width<9px){.used{x:y}.other{x:y}}}',
      '@layer a{@media (width<9px){.used{x:y}}}',
    ],
    ['an empty layer', '@layer a{.other{x:y}}', ''],
    ['statements', '@layer a,b;.other{x:y}', '@layer a,b;'],
    ['braces in strings', '.used:after{content:"}"}', '.used:after{content:"}"}'],
    ['escaped names', '.us\\:ed{x:y}', ''],
  ])('keeps what %s needs', (_name, css, kept) => expect(keep(css)).toBe(kept));

  it('keeps custom properties that something uses, from the stylesheet or from the page', () => {
    const css = ':root{--a:var(--b);--b:1;--unused:var(--c);--c:2;--from-html:red}.used{x:var(--a)}';
    expect(keep(css)).toBe(':root{--a:var(--b);--b:1;--from-html:red}.used{x:var(--a)}');
  });

  it('keeps the faces of fonts of the language', () => {
    const face = (range: string) => `@font-face{font-family:x;unicode-range:${range}}`;
    const css = [face('U+??,U+131'), face('U+600-6FF'), face('U+370-377')].join('');
    expect(keep(css)).toBe(face('U+??,U+131'));
    expect(keep(css, page, 'ar')).toBe(face('U+??,U+131') + face('U+600-6FF'));
  });
});

it('takes a stylesheet apart into blocks and statements', () =>
  expect([...blocksOf('@import "a;b";a{b{c:d}}e{}')]).toEqual([
    { prelude: '@import "a;b"', body: null },
    { prelude: 'a', body: 'b{c:d}' },
    { prelude: 'e', body: '' },
  ]));
