import { screen, within } from '@testing-library/react';
import { findHits, parseSearch } from '@vesalius/contract/reader-search';
import type { PageText } from '@vesalius/contract/reader-text';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/render.tsx';
import { ReadingText } from './reading-text.tsx';
import { taggedBlocks } from './tagged-blocks.ts';

const words: PageText['words'] = 'Right column Left head- line • One Dose 5'
  .split(' ')
  .map(
    (word, index) =>
      [index / 10, 0, 0.1, 0.1, word.replace('-', ''), ...(word === 'head-' ? [2] : [])] as never,
  );
const tags: PageText['tags'] = [
  ['H2', [3, 5]],
  ['P', [2, 3, 0, 2]],
  ['Figure', [], 'The bronchial tree'],
  ['LI', [5, 7]],
  ['Table', []],
  ['TR', []],
  ['TH', [7, 8]],
  ['TD', [8, 9]],
  ['TableEnd', []],
  ['Table', []],
  ['TR', []],
  ['TableEnd', []],
];

it('reads in the order of the tags, not of the words on the page', () => {
  expect(taggedBlocks(tags, words)).toEqual([
    { kind: 'text', level: 2, text: 'headline', pairs: [3, 5] },
    { kind: 'text', level: 0, text: 'Left Right column', pairs: [2, 3, 0, 2] },
    { kind: 'figure', text: 'The bronchial tree' },
    { kind: 'list', items: [{ text: 'One', pairs: [5, 7] }] },
    {
      kind: 'table',
      direction: 'ltr',
      rows: [
        [
          { isHeader: true, text: 'Dose', pairs: [7, 8] },
          { isHeader: false, text: '5', pairs: [8, 9] },
        ],
      ],
    },
  ]);
});

it('reads a figure once if its description equals its caption', () => {
  const captioned: PageText['tags'] = [
    ['Figure', [], 'Right, column.'],
    ['P', [0, 2]],
  ];
  expect(taggedBlocks(captioned, words).map(({ kind }) => kind)).toEqual(['text']);
});

it('gives screen readers headings, figure descriptions, lists and tables', async () => {
  await renderScreen(<ReadingText text={{ width: 1, height: 1, words, tags }} language="en" />, {
    namespaces: ['reader'],
  });
  expect(screen.getByRole('heading', { name: 'headline', level: 3 })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'The bronchial tree' })).toBeInTheDocument();
  expect(screen.getByRole('listitem')).toHaveTextContent('One');
  const table = within(screen.getByRole('table'));
  expect(table.getByRole('rowheader', { name: 'Dose' })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: '5' })).toBeInTheDocument();
});

it('reads a table row by row if it is unsure which cell is in which column', async () => {
  const inOnePlace = words.map((word) => [0, ...word.slice(1)] as never);
  await renderScreen(<ReadingText text={{ width: 1, height: 1, words: inOnePlace, tags }} language="en" />, {
    namespaces: ['reader'],
  });
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('Dose 5')).toBeInTheDocument();
});

it('marks the selected hit of a search, so that it can be focused', async () => {
  const onShown = vi.fn();
  const terms = parseSearch('"right column"');
  const hit = { page: 1, rangeIn: (text: string) => findHits(text, terms)[0] ?? null, onShown };
  await renderScreen(<ReadingText text={{ width: 1, height: 1, words, tags }} language="en" hit={hit} />, {
    namespaces: ['reader'],
  });
  const passage = screen.getByText('Right column');
  expect(passage.tagName).toBe('MARK');
  expect(passage.parentElement).toHaveTextContent('Left Right column');
  expect(onShown).toHaveBeenCalledExactlyOnceWith(passage);
});

it('says that an untagged page has figures without a description', async () => {
  const figures = [[0, 0, 1, 1] as const, [0, 0, 1, 1] as const];
  await renderScreen(
    <ReadingText text={{ width: 1, height: 1, words, figures: figures as never }} language="en" />,
    {
      namespaces: ['reader'],
    },
  );
  expect(screen.getByText('2 figures without a description')).toBeInTheDocument();
});
