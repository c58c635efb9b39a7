import type { PageTag, PageText, PageWord } from '@vesalius/contract/reader-text';
import { describe, expect, it } from 'vitest';
import { type FlowBlock, type FlowPage, flowPage } from './flow-page.ts';
import { runningWords } from './running-lines.ts';

/** Words of a line from `left` at `top`; each letter is a hundredth of the page wide. */
const line = (
  text: string,
  top: number,
  { left = 0.1, height = 0.014, joint = 1 as 1 | 2 } = {},
): PageWord[] => {
  let x = left;
  const texts = text.split(' ');
  return texts.map((each, index): PageWord => {
    const width = each.length * 0.01;
    const at = x;
    x += width + 0.005;
    const word = [at, top, width, height, each] as const;
    return index === texts.length - 1 ? [...word, joint] : word;
  });
};
const page = (words: PageWord[][], more: Partial<PageText> = {}): PageText => ({
  width: 500,
  height: 700,
  words: words.flat(),
  ...more,
});
const NOTHING_LEFT = new Set<number>();
const blocksOf = (flow: FlowPage): readonly FlowBlock[] => (flow.shownAs === 'text' ? flow.blocks : []);
const outline = (flow: FlowPage): string[] =>
  blocksOf(flow).map((block) => {
    if (block.kind === 'list') return `list: ${block.items.map(({ text }) => text).join(' | ')}`;
    if (block.kind === 'table')
      return `table: ${block.rows.map((row) => row.map(({ text }) => text).join(', ')).join(' | ')}`;
    if (block.kind === 'figure')
      return `figure ${block.box ? 'cut' : 'named'}: ${block.text} (${block.caption?.text ?? ''})`;
    return `${block.kind === 'text' && block.level > 0 ? `h${block.level}` : block.kind}: ${block.text}`;
  });

describe('a page without tags', () => {
  it('is headings, paragraphs, lists and footnotes, by size, gap, indent and sign', () => {
    const text = page([
      line('The mitral valve', 0.1, { height: 0.03 }),
      line('The valve has two leaflets and di-', 0.16, { joint: 2 }),
      line('vides atrium and ventricle.', 0.178),
      line('An indented line begins a paragraph.', 0.196, { left: 0.13 }),
      line('• It opens.', 0.24),
      line('• It closes.', 0.26),
      line('After a gap the text goes on.', 0.32),
      line('1 A remark in small type.', 0.8, { height: 0.01 }),
    ]);
    expect(outline(flowPage(text, NOTHING_LEFT))).toEqual([
      'h1: The mitral valve',
      'text: The valve has two leaflets and di-vides atrium and ventricle.',
      'text: An indented line begins a paragraph.',
      'list: • It opens. | • It closes.',
      'text: After a gap the text goes on.',
      'footnote: 1 A remark in small type.',
    ]);
  });

  it('continues a sentence in the next column, and begins a paragraph there after its end', () => {
    const columns = (end: string) =>
      page([
        line(`the first column ${end}`, 0.7),
        line('goes on here.', 0.1, { left: 0.55 }),
        line('and here', 0.118, { left: 0.55 }),
      ]);
    expect(outline(flowPage(columns('that'), NOTHING_LEFT))).toHaveLength(1);
    expect(outline(flowPage(columns('ends.'), NOTHING_LEFT))).toHaveLength(2);
  });

  it('cuts an image with its labels from the page, with its caption', () => {
    const text = page(
      [
        line('Above the figure.', 0.1),
        line('aorta', 0.3, { left: 0.4 }),
        line('Figure 3 The arch of the aorta.', 0.52),
        line('Below the figure.', 0.6),
      ],
      { figures: [[0.1, 0.15, 0.8, 0.35]] },
    );
    const flow = flowPage(text, NOTHING_LEFT);
    expect(outline(flow)).toEqual([
      'text: Above the figure.',
      'figure cut:  (Figure 3 The arch of the aorta.)',
      'text: Below the figure.',
    ]);
    expect(blocksOf(flow)[1]).toMatchObject({ box: [0.1, 0.15, 0.8, 0.35] });
  });

  it('cuts a drawing, which is no image, from the gap above its caption', () => {
    const text = page([
      line('Above the drawing.', 0.1),
      line('Figure 4 A drawing.', 0.5),
      line('Below the drawing.', 0.56),
    ]);
    const [, figure] = blocksOf(flowPage(text, NOTHING_LEFT));
    expect(figure).toMatchObject({ kind: 'figure', caption: { text: 'Figure 4 A drawing.' } });
    const box = figure?.kind === 'figure' ? figure.box : null;
    expect(box?.[1]).toBeCloseTo(0.118, 2);
    expect((box?.[1] ?? 0) + (box?.[3] ?? 0)).toBeCloseTo(0.496, 2);
  });

  it('cuts lines in columns from the page as one table', () => {
    const row = (top: number) => [
      ...line('sodium', top).map((word) => word.slice(0, 5) as unknown as PageWord),
      ...line('140', top, { left: 0.5 }),
    ];
    const before = Array.from({ length: 8 }, (_none, index) =>
      line('plain text of the page', 0.1 + index * 0.018),
    );
    const text = page([...before, row(0.4), row(0.42), row(0.44), line('After the table.', 0.6)]);
    expect(outline(flowPage(text, NOTHING_LEFT)).slice(1)).toEqual([
      'figure cut: sodium 140 sodium 140 sodium 140 ()',
      'text: After the table.',
    ]);
  });

  it.each<[string, PageText, 'noText' | 'uncertain']>([
    ['has no words', page([]), 'noText'],
    [
      'is in columns throughout',
      page(
        Array.from({ length: 9 }, (_none, index) => [
          ...line('a', 0.1 + index / 50).map((word) => word.slice(0, 5) as unknown as PageWord),
          ...line('b', 0.1 + index / 50, { left: 0.6 }),
        ]),
      ),
      'uncertain',
    ],
    ['has letters without a meaning', page([line('\ue001\ue002 \ue003 \ue004', 0.2)]), 'uncertain'],
    [
      'jumps about',
      page(Array.from({ length: 14 }, (_none, index) => line('words', index % 2 === 0 ? 0.8 : 0.2))),
      'uncertain',
    ],
  ])('is shown as its image if it %s', (_name, text, reason) => {
    expect(flowPage(text, NOTHING_LEFT)).toEqual({ shownAs: 'image', reason });
  });
});

describe('a tagged page', () => {
  const words = [
    ...line('The Heart 212', 0.03),
    ...line('Valves', 0.1, { height: 0.03 }),
    ...line('Aortic Mitral', 0.2),
    ...line('A caption.', 0.6),
  ];
  const tags: PageTag[] = [
    ['H1', [3, 4]],
    ['Table', []],
    ['TR', []],
    ['TH', [4, 5]],
    ['TD', [5, 6]],
    ['TableEnd', []],
    ['Figure', [], 'A caption'],
    ['P', [6, 8]],
    ['P', [0, 3]],
  ];
  it('keeps its tables, and its figures with a caption that says the same; running heads are left out', () => {
    const text: PageText = { width: 500, height: 700, words, tags };
    expect(outline(flowPage(text, runningWords(text, '212', [])))).toEqual([
      'h1: Valves',
      'table: Aortic, Mitral',
      'figure cut: A caption (A caption.)',
    ]);
  });
});

describe('words outside of all tags, which the import puts last', () => {
  const words = [
    ...line('CHAPTER', 0.15),
    ...line('1', 0.17, { height: 0.15 }),
    ...line('The impulse 9 a', 0.4),
  ];
  const outlineOf = (rest: PageTag) =>
    outline(flowPage(page([words], { tags: [['P', [0, 1]], ['H1', [2, 4]], rest] }), NOTHING_LEFT));

  it('have the number of a chapter with its word', () => {
    expect(outlineOf(['P', [1, 2]])).toEqual(['text: CHAPTER 1', 'h1: The impulse']);
    expect(outlineOf(['P', [1, 2, 5, 6]])).toEqual(['text: CHAPTER 1', 'h1: The impulse', 'text: a']);
  });

  it('stay last if they are no number', () => {
    expect(outlineOf(['P', [5, 6]])).toEqual(['text: CHAPTER', 'h1: The impulse', 'text: a']);
  });
});

it('cuts a drawing at the top or bottom of a page without the running lines', () => {
  const head = line('The Heart 212', 0.03);
  const drawing = line('aorta', 0.3, { left: 0.4 });
  const boxOf = (words: PageWord[][], left: number[], tags: PageTag[]) => {
    const blocks = blocksOf(flowPage(page(words, { tags }), new Set(left)));
    const figure = blocks.find((block) => block.kind === 'figure');
    const [, top = 0, , height = 0] = (figure?.kind === 'figure' && figure.box) || [];
    return [top, top + height].map((each) => each.toFixed(3));
  };
  const caption = line('The arch.', 0.6);
  expect(
    boxOf(
      [head, drawing, caption],
      [0, 1, 2],
      [
        ['Figure', [], 'An arch'],
        ['P', [4, 6]],
        ['P', [0, 3]],
      ],
    ),
  ).toEqual(['0.048', '0.596']);
  const foot = line('212', 0.95);
  expect(
    boxOf(
      [caption, drawing, foot],
      [3],
      [
        ['P', [0, 2]],
        ['Figure', [], 'An arch'],
      ],
    ),
  ).toEqual(['0.618', '0.946']);
});

describe('running heads and page numbers', () => {
  const body = line('The text of the page stands here.', 0.4);
  const leftOut = (text: PageText, label: string, neighbors: PageText[] = []) =>
    [...runningWords(text, label, neighbors)].map((index) => text.words[index]?.[4]).join(' ');

  it.each([
    ['a number at the foot', 0.95, '17', '17', '17'],
    ['a roman number', 0.95, 'xvii', 'xvii', 'xvii'],
    ['a title with the printed number', 0.04, 'Valves of the heart 17', '17', 'Valves of the heart 17'],
    ['a numbered step is no page number', 0.04, '1 Wash your hands', '1', ''],
    ['a line of text at the head', 0.04, 'where the text goes on', '17', ''],
    ['a line of figures is no page number', 0.04, '27.3 24.0 28.7 31.3', '17', ''],
  ])('%s', (_name, top, edge, label, expected) => {
    expect(leftOut(page([line(edge, top), body]), label)).toBe(expected);
  });

  it('a number in a table is no page number', () => {
    const text = page([line('4', 0.04), body]);
    expect(leftOut(text, '9')).toBe('4');
    const tags: PageText['tags'] = [
      ['Table', []],
      ['TR', []],
      ['TD', [0, 1]],
      ['TableEnd', []],
      ['P', [1, text.words.length]],
    ];
    expect(leftOut({ ...text, tags }, '9')).toBe('');
  });

  it('a line that stands at the same height of a page nearby, whatever its number', () => {
    const text = page([line('Chapter Two', 0.04), body]);
    expect(leftOut(text, '9')).toBe('');
    expect(leftOut(text, '9', [page([line('Chapter Two', 0.042), body])])).toBe('Chapter Two');
    expect(leftOut(text, '9', [page([line('Chapter Two', 0.4), body])])).toBe('');
  });
});
