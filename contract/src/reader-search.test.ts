import { describe, expect, it } from 'vitest';
import { boxesOfRange } from './reader-boxes.ts';
import {
  contextOf,
  findHits,
  indexedText,
  isWorthSearching,
  joinedCompounds,
  parseSearch,
} from './reader-search.ts';
import { foldText, type PageWord, plainPageText } from './reader-text.ts';

const found = (text: string, query: string) =>
  findHits(text, parseSearch(query)).map(({ start, end }) => text.slice(start, end));

describe('words', () => {
  it.each([
    ['Ménière', 'meniere'],
    ['ﬁbrillation', 'fibrillation'],
    ['STRAẞE', 'strasse'],
    ['قَلْبٌ', 'قلب'],
    ['naïve–coöperate', 'naive-cooperate'],
  ])('%s is compared as %s', (word, folded) => {
    expect(foldText(word)).toBe(folded);
  });
  it('are indexed one by one, whatever stands between them', () => {
    expect(indexedText('12-lead ECG, mg/kg; β-blocker\u00ad\ns')).toBe('12 lead ecg mg kg β blockers');
  });
});

describe('compounds', () => {
  it('are one word, too, where their first and their last part stand', () => {
    expect(joinedCompounds('a long-term, non-small-\ncell 10-20 effect')).toBe(
      "'longterm':2,3 'nonsmall':4,5 'nonsmallcell':4,6 'smallcell':5,6",
    );
    expect(joinedCompounds('mg/kg')).toBe('');
  });
});

describe('a search', () => {
  it('that one sign stands for are found by the sign and by the words', () => {
    const text = 'روي عن النبي ﷺ في الطب';
    expect(found(text, 'ﷺ')).toContain('ﷺ');
    expect(found(text, 'صلى الله عليه وسلم')).toContain('ﷺ');
    expect(indexedText('½ dose')).toBe('1 2 dose');
  });

  it('takes words apart from phrases', () => {
    expect(parseSearch('st “bundle branch" q-wave')).toEqual([
      { spellings: [['st']], exact: false, stem: 'st' },
      { spellings: [['bundle', 'branch']], exact: true },
      { spellings: [['q', 'wave'], ['qwave']], exact: false },
    ]);
    expect(parseSearch(' ... "" ')).toEqual([]);
  });
  it.each([
    ['Acute infarction', 'infarct', ['infarction']],
    ['Acute infarction', '"infarct"', []],
    ['The Ménière syndrome', 'MENIERE', ['Ménière']],
    ['right bundle\nbranch block', '"bundle branch"', ['bundle\nbranch']],
    ['branch of the bundle', '"bundle branch"', []],
    ['the mitral valve and a valve', 'mitral valve', ['mitral valve', 'valve']],
    ['nothing here', 'valve', []],
    ['Na+ and natural killer cells', 'Na+', ['Na']],
    ['TNF-α and IL-6', 'α', ['α']],
    ['Cystatin C falls with clearance of creatinine', 'cystatin C', ['Cystatin C']],
    ['cystatin-C and cystatin clearance', 'cystatin-c', ['cystatin-C']],
    ['心臓', '心', ['心臓']],
    ['the left ventri\u2010\ncle', 'ventricle', ['ventri\u2010\ncle']],
    ['T\u2010wave inversion', 'wave', ['wave']],
    ['the long-term effect', 'longterm', ['long-term']],
    ['the long-\nterm effect', 'longterm', ['long-\nterm']],
    ['the longterm effect', 'long-term', ['longterm']],
    ['the long-term effect', '"longterm effect"', ['long-term effect']],
    ['the longterm effect', '"the long-term effect"', ['the longterm effect']],
    [
      'anti-inflam\u2010\nmatory and antiinflammatory',
      'anti-inflam',
      ['anti-inflam\u2010\nmatory', 'antiinflammatory'],
    ],
    ['a non-small-cell cancer', 'nonsmallcell', ['non-small-cell']],
    ['a non-smallcell cancer', 'non-small-cell', ['non-smallcell']],
    ['pages 10-20 or 1020', '1020', ['1020']],
    ['pre- and postnatal', 'preand', []],
  ])('in "%s" for %s finds %j', (text, query, hits) => {
    expect(found(text, query)).toEqual(hits);
  });
});

describe('what is typed', () => {
  it.each([
    ['a', false],
    ['7', false],
    ['α', true],
    ['µ', true],
    ['心', true],
    ['+', false],
    ['  ', false],
    ['st', true],
  ])('"%s" is worth a search: %s', (query, expected) => {
    expect(isWorthSearching(query)).toBe(expected);
  });
});

describe('boxes of a piece of text', () => {
  const words: PageWord[] = [
    [0.1, 0.1, 0.1, 0.02, 'aortic'],
    [0.22, 0.1, 0.08, 0.02, 'valve', 1],
    [0.1, 0.14, 0.1, 0.02, 'steno', 2],
    [0.1, 0.18, 0.06, 0.02, 'sis'],
  ];
  const { text } = plainPageText(words);
  it('cover a line each, joined over divided words', () => {
    expect(text).toBe('aortic valve\nstenosis');
    const boxes = boxesOfRange(words, { start: 0, end: text.length });
    expect(boxes).toHaveLength(3);
    expect(boxes[0]!.x).toBeCloseTo(0.1);
    expect(boxes[0]!.width).toBeCloseTo(0.2);
  });
  it('begin and end within words', () => {
    const [box] = boxesOfRange(words, { start: 3, end: 6 });
    expect(box!.x).toBeCloseTo(0.15);
    expect(box!.width).toBeCloseTo(0.05);
  });
});

describe('the context of a hit', () => {
  it('is cut at spaces and says where it goes on', () => {
    const text = `${'before '.repeat(12)}hit${' after'.repeat(12)}`;
    const { before, match, after } = contextOf(text, 84, 87);
    expect(match).toBe('hit');
    expect(before).toMatch(/^…before/);
    expect(after).toMatch(/after…$/);
    expect(contextOf('a hit b', 2, 5)).toEqual({ before: 'a ', match: 'hit', after: ' b' });
  });
});
