import type { PageWord } from '@vesalius/contract/reader-text';
import { describe, expect, it } from 'vitest';
import { tableColumns } from './table-columns.ts';

/** A cell: its words, from where to where they are on the page; "TH" is a heading. */
type Cell = readonly [text: string, left: number, right: number, role?: 'TH'];

/** The rows as text, "-" for an empty cell; null if the table is unsure. */
function columnsOf(rows: readonly (readonly Cell[])[]): string[] | null {
  const words: PageWord[] = [];
  const tagged = rows.map((row, line) =>
    row.map(([text, left, right, role]) => {
      const parts = text.split(' / ');
      for (const part of parts) words.push([left, line / 10, right - left, 0.02, part]);
      return { isHeader: role === 'TH', text, pairs: [words.length - parts.length, words.length] };
    }),
  );
  const table = tableColumns(tagged, words);
  return (
    table?.rows.map((row) =>
      row.map(({ text, span }) => `${text || '-'}${span ? `*${span}` : ''}`).join(' | '),
    ) ?? null
  );
}
const mirrored = (rows: readonly (readonly Cell[])[]): Cell[][] =>
  rows.map((row) => row.map(([text, left, right, role]) => [text, 1 - right, 1 - left, role] as Cell));

const INTERVALS: Cell[][] = [
  [
    ['Measurement', 0.146, 0.25, 'TH'],
    ['From', 0.262, 0.3, 'TH'],
    ['To', 0.375, 0.393, 'TH'],
    ['Normal in adults', 0.475, 0.598, 'TH'],
  ],
  [
    ['PR interval', 0.146, 0.225],
    ['onset of P', 0.262, 0.337],
    ['onset of QRS', 0.375, 0.435],
    ['120 to 200 ms', 0.475, 0.58],
  ],
  [
    ['QTc', 0.146, 0.175],
    ['up to 450 ms', 0.475, 0.755],
  ],
  [
    ['ST level', 0.146, 0.205],
    ['J point', 0.262, 0.312],
    ['within 1 mm', 0.475, 0.836],
  ],
];
const IN_COLUMNS = [
  'Measurement | From | To | Normal in adults',
  'PR interval | onset of P | onset of QRS | 120 to 200 ms',
  'QTc | - | - | up to 450 ms',
  'ST level | J point | - | within 1 mm',
];
const BODY: Cell[][] = [
  [
    ['heparin', 0.1, 0.2],
    ['5', 0.4, 0.45],
    ['3', 0.6, 0.65],
  ],
];

describe('the cells of a table', () => {
  it('are in the columns of the page, also where cells before them are empty and have no tag', () => {
    expect(columnsOf(INTERVALS)).toEqual(IN_COLUMNS);
  });

  it('are in their columns in a table that runs from right to left', () => {
    expect(columnsOf(mirrored(INTERVALS))).toEqual(IN_COLUMNS);
  });

  it('leave the corner of the headings empty', () => {
    const head: Cell[] = [
      ['Adults', 0.4, 0.5, 'TH'],
      ['Children', 0.6, 0.72, 'TH'],
    ];
    expect(columnsOf([head, ...BODY])).toEqual(['- | Adults | Children', 'heparin | 5 | 3']);
  });

  it('span the columns that their words are in', () => {
    const head: Cell[][] = [
      [
        ['Drug', 0.1, 0.16, 'TH'],
        ['Dose in units for each kilogram', 0.4, 0.7, 'TH'],
      ],
      [
        ['Adults', 0.4, 0.5, 'TH'],
        ['Children', 0.6, 0.72, 'TH'],
      ],
    ];
    expect(columnsOf([...head, ...BODY, [['Not in pregnancy, nor after surgery', 0.1, 0.65]]])).toEqual([
      'Drug | Dose in units for each kilogram*2',
      '- | Adults | Children',
      'heparin | 5 | 3',
      'Not in pregnancy, nor after surgery*3',
    ]);
  });

  it('are as wide as their widest line', () => {
    const rows: Cell[][] = [
      ...INTERVALS.slice(0, 2),
      [
        ['QT / interval', 0.146, 0.2],
        ['see / below', 0.48, 0.52],
      ],
    ];
    expect(columnsOf(rows)?.at(-1)).toBe('QT / interval | - | - | see / below');
  });
});

describe('a table is unsure', () => {
  const HEAD: Cell[] = [
    ['Drug', 0.1, 0.16, 'TH'],
    ['Adults', 0.4, 0.5, 'TH'],
    ['Children', 0.6, 0.72, 'TH'],
  ];
  it.each<[string, Cell[][]]>([
    [
      'if a heading of two columns may be above one of them',
      [
        [
          ['Drug', 0.1, 0.16, 'TH'],
          ['Dose', 0.4, 0.45, 'TH'],
        ],
        HEAD.slice(1),
        ...BODY,
      ],
    ],
    ['if a cell is between two columns', [HEAD, ...BODY, [['none', 0.52, 0.58]]]],
    [
      'if two cells of a row are in one column',
      [
        HEAD,
        ...BODY,
        [
          ['a', 0.4, 0.42],
          ['b', 0.43, 0.45],
        ],
      ],
    ],
    [
      'if a cell is in two columns and another one is empty',
      [HEAD, ...BODY, [['aspirin after meals', 0.1, 0.45]]],
    ],
    [
      'if columns overlap',
      [
        HEAD,
        [
          ['a', 0.1, 0.2],
          ['long', 0.4, 0.62],
          ['3', 0.64, 0.66],
        ],
      ],
    ],
    [
      'if no row has all columns',
      [
        HEAD.slice(1),
        [
          ['heparin', 0.1, 0.2],
          ['5', 0.4, 0.45],
        ],
      ],
    ],
    ['if the order of its tags is not that of the page', [HEAD, [BODY[0]![1]!, BODY[0]![0]!, BODY[0]![2]!]]],
  ])('%s', (_name, rows) => {
    expect(columnsOf(rows)).toBeNull();
    expect(columnsOf(mirrored(rows))).toBeNull();
  });
});
