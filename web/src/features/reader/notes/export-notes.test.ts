import type { Annotation } from '@vesalius/contract/reader';
import { describe, expect, it } from 'vitest';
import { asCsv } from '../../../lib/csv.ts';
import { exportedNotes, fileName, notebookAsCsv, notesAsCsv, notesAsMarkdown } from './export-notes.ts';

const book = { id: 'heart', title: 'The Heart', author: 'A. Writer' };
const exported = (annotations: Annotation[], of = book) =>
  exportedNotes(of, annotations, (page) => `p${page}`);
const annotation = (pageNumber: number, quote: string, text: string): Annotation => ({
  id: crypto.randomUUID(),
  author_name: 'Ada',
  is_own: true,
  note: { pageNumber, quote, text },
  color: 'green',
  rects: [],
  quote_before: '',
  quote_after: '',
  orphaned: false,
  for_editors: false,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
});

describe('exported notes', () => {
  it('are Markdown with a heading per page', () => {
    const notes = [
      annotation(3, 'the mitral valve', 'see echo'),
      annotation(3, 'chordae', ''),
      annotation(9, '', 'ask'),
    ];
    expect(notesAsMarkdown(exported(notes))).toBe(
      '# The Heart\n\nA. Writer\n\n## p. p3\n\n> the mitral valve\n\nsee echo\n\n> chordae\n\n## p. p9\n\nask\n',
    );
  });
  it('are CSV without formulas that a spreadsheet would run', () => {
    expect(notesAsCsv(exported([annotation(3, 'a "word", two', '=HYPERLINK("x")')]))).toBe(
      '\uFEFFpage,quote,note,color,created_at\r\np3,"a ""word"", two","\'=HYPERLINK(""x"")",green,2026-03-01T09:00:00.000Z\r\n',
    );
    expect(asCsv([['+1', '-1', '@a', 'a-b']])).toBe("\uFEFF'+1,'-1,'@a,a-b\r\n");
    expect(asCsv([['Ann;=1', 'a;b']])).toBe('\uFEFF"Ann;\'=1","a;b"\r\n');
  });
  it('of several books have each book once, in the order of its pages', () => {
    const lung = { id: 'lung', title: 'The Lung', author: 'B. Writer' };
    const notes = [
      ...exported([annotation(9, '', 'late')]).map((note) => ({ ...note, chapter: 'Valves' })),
      ...exported([annotation(2, 'surfactant', '')], lung),
      ...exported([annotation(3, '', 'early')]),
    ];
    expect(notesAsMarkdown(notes)).toBe(
      '# The Heart\n\nA. Writer\n\n## p. p3\n\nearly\n\n## p. p9 · Valves\n\nlate\n\n# The Lung\n\nB. Writer\n\n## p. p2\n\n> surfactant\n',
    );
    expect(notebookAsCsv(notes.slice(0, 1))).toBe(
      '\uFEFFbook,author,chapter,page,quote,note,color,created_at\r\nThe Heart,A. Writer,Valves,p9,,late,green,2026-03-01T09:00:00.000Z\r\n',
    );
  });
  it('name a bookmark, which has no color', () => {
    const bookmark = exported([annotation(9, '', '')]);
    expect(notesAsMarkdown(bookmark)).toBe('# The Heart\n\nA. Writer\n\n## p. p9\n\nBookmark\n');
    expect(notesAsCsv(bookmark)).toContain('\r\np9,,,,2026-03-01');
  });
  it('have a file name based on the title', () => {
    expect(fileName('The Heart: a/b', '-notes.md')).toBe('The-Heart-ab-notes.md');
    expect(fileName('القلب', '.csv')).toBe('القلب.csv');
  });
  it('include the complete book id in the name, however long the title is', () => {
    const ending = `-${crypto.randomUUID()}.csv`;
    const name = fileName('A Comprehensive Handbook of Rare Diseases '.repeat(5), ending);
    expect(name.endsWith(ending)).toBe(true);
    expect(name.length).toBeLessThanOrEqual(80 + ending.length);
  });
});
