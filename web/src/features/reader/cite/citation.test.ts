import { describe, expect, it } from 'vitest';
import { authorNames } from './author-names.ts';
import { type CitedPage, cite } from './citation.ts';

const page: CitedPage = {
  title: 'Clinical Nephrology: A Guide',
  author: 'Leila Haddadi and Oskar J. van der Brandt',
  edition: '2nd edition',
  publisher: 'Fabrica Press',
  year: '2025',
  isbn: '978-3-16-148410-0',
  doi: '10.1000/nephro.2025',
  language: 'en',
  page: '212',
  url: 'https://books.example.org/book-viewer/1?page=230',
  citedOn: new Date(2026, 10, 8),
};
const of = (author: string) => ({ ...page, author });
const people = (count: number) =>
  Array.from({ length: count }, (_none, at) => `Ada Writer${String.fromCharCode(97 + at)}`).join('; ');

describe('names of authors', () => {
  it.each([
    ['Ada Byron', [['Byron', 'Ada', '']]],
    [
      'Ada Byron, MD, and J. van der Berg',
      [
        ['Byron', 'Ada', ''],
        ['van der Berg', 'J.', ''],
      ],
    ],
    [
      'Byron, A.; Berg, Jan',
      [
        ['Byron', 'A.', ''],
        ['Berg', 'Jan', ''],
      ],
    ],
    [
      'Byron AB, Jean-Pierre Serre & Dr. Max Born',
      [
        ['Byron', 'A B', ''],
        ['Serre', 'Jean-Pierre', ''],
        ['Born', 'Max', ''],
      ],
    ],
    [
      'John Smith Jr., Mary Jones',
      [
        ['Smith', 'John', 'Jr'],
        ['Jones', 'Mary', ''],
      ],
    ],
    ['John Smith, III', [['Smith', 'John', 'III']]],
    ['World Health Organization', [['World Health Organization', '', '']]],
    ['Department of Health and Aging', [['Department of Health and Aging', '', '']]],
    [
      'American College of Cardiology and Ada Byron',
      [
        ['American College of Cardiology', '', ''],
        ['Byron', 'Ada', ''],
      ],
    ],
    [
      'ليلى حدادي، كريم حداد',
      [
        ['حدادي', 'ليلى', ''],
        ['حداد', 'كريم', ''],
      ],
    ],
    ['', []],
  ])('%s', (text, names) =>
    expect(authorNames(text).map(({ family, given, suffix }) => [family, given, suffix])).toEqual(names),
  );
});

describe('Vancouver', () => {
  it('has authors, medium, edition, publisher, year, day of citation, page, address and DOI', () =>
    expect(cite(page, 'vancouver')).toBe(
      'Haddadi L, van der Brandt OJ. Clinical Nephrology: A Guide [Internet]. 2nd ed. Fabrica Press; 2025 [cited 2026 Nov 8]. p. 212. Available from: https://books.example.org/book-viewer/1?page=230 doi: 10.1000/nephro.2025',
    ));
  it('leaves out a first edition and what is not known', () =>
    expect(cite({ ...page, edition: '1', publisher: null, doi: null }, 'vancouver')).toContain(
      'A Guide [Internet]. 2025 [cited 2026 Nov 8]. p. 212. Available from: https://books.example.org/book-viewer/1?page=230',
    ));
  it('names six authors, and of more the first six', () => {
    expect(cite(of(people(6)), 'vancouver')).toMatch(/^Writera A, .*, Writerf A\. Clinical/);
    expect(cite(of(people(7)), 'vancouver')).toMatch(/^Writera A, .*, Writerf A, et al\. Clinical/);
  });
  it('writes two initials, ranks, organizations, and names without capital letters', () => {
    expect(cite(of('Jean-Pierre Louis Serre, John Smith III'), 'vancouver')).toMatch(
      /^Serre JP, Smith J 3rd\. /,
    );
    expect(cite(of('World Health Organization'), 'vancouver')).toMatch(/^World Health Organization\. /);
    expect(cite(of('ليلى حدادي'), 'vancouver')).toMatch(/^ليلى حدادي\. /);
    expect(cite(of(''), 'vancouver')).toMatch(/^Clinical Nephrology/);
  });
});

describe('APA', () => {
  it('has the reference with its DOI, and the page in the citation of the text', () =>
    expect(cite(page, 'apa')).toBe(
      'Haddadi, L., & van der Brandt, O. J. (2025). Clinical Nephrology: A Guide (2nd ed.). Fabrica Press. https://doi.org/10.1000/nephro.2025\n\n(Haddadi & van der Brandt, 2025, p. 212)',
    ));
  it('has the address where there is no DOI, and one stop after "Inc."', () =>
    expect(
      cite({ ...page, doi: null, publisher: 'Fabrica Inc.', edition: 'Revised edition' }, 'apa'),
    ).toContain('A Guide (Revised ed.). Fabrica Inc. https://books.example.org/book-viewer/1?page=230'));
  it('names up to twenty authors, and of more the first nineteen and the last', () => {
    expect(cite(of(people(20)), 'apa')).toMatch(/Writers, A\., & Writert, A\. \(2025\)/);
    expect(cite(of(people(21)), 'apa')).toMatch(/Writers, A\., \. \. \. Writeru, A\. \(2025\)/);
    expect(cite(of(people(3)), 'apa')).toMatch(/\(Writera et al\., 2025, p\. 212\)$/);
  });
  it('writes hyphens, ranks and organizations, and begins with the title without an author', () => {
    expect(cite(of('Jean-Pierre Serre, John Smith Jr.'), 'apa')).toMatch(
      /^Serre, J\.-P\., & Smith, J\., Jr\. \(2025\)/,
    );
    expect(cite(of('World Health Organization'), 'apa')).toMatch(/^World Health Organization\. \(2025\)/);
    expect(cite(of(''), 'apa')).toMatch(/^Clinical Nephrology: A Guide \(2nd ed\.\)\. \(2025\)\. Fabrica/);
  });
});

describe('RIS', () => {
  it('has one value a line, begins with the type and ends with the record', () =>
    expect(cite(page, 'ris')).toBe(
      [
        'TY  - BOOK',
        'AU  - Haddadi, Leila',
        'AU  - van der Brandt, Oskar J.',
        'TI  - Clinical Nephrology: A Guide',
        'ET  - 2nd edition',
        'PB  - Fabrica Press',
        'PY  - 2025',
        'SP  - 212',
        'SN  - 978-3-16-148410-0',
        'DO  - 10.1000/nephro.2025',
        'LA  - en',
        'UR  - https://books.example.org/book-viewer/1?page=230',
        'Y2  - 2026/11/08/',
        'ER  - ',
        '',
      ].join('\r\n'),
    ));
  it('keeps a break of the title out of the lines', () =>
    expect(cite({ ...page, title: 'One\nER  - ' }, 'ris')).toContain('TI  - One ER -\r\n'));
});

describe('BibTeX', () => {
  it('has a key of plain letters, and the fields that are known', () =>
    expect(cite({ ...page, isbn: null, author: 'Jürgen Müller-Lüdenscheidt' }, 'bibtex')).toBe(
      `@book{mullerludenscheidt2025p212,
  author = {Müller-Lüdenscheidt, Jürgen},
  title = {{Clinical Nephrology: A Guide}},
  edition = {Second},
  publisher = {Fabrica Press},
  year = {2025},
  pages = {212},
  doi = {10.1000/nephro.2025},
  url = {https://books.example.org/book-viewer/1?page=230},
  urldate = {2026-11-08},
  language = {en}
}
`,
    ));
  it('escapes what TeX would run, and keeps an organization in one piece', () => {
    const odd = cite(
      { ...page, title: '100% of $5 & #1_{a}~^\\', author: 'Department of Health and Aging' },
      'bibtex',
    );
    expect(odd).toContain(
      'title = {{100\\% of \\$5 \\& \\#1\\_\\{a\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}}}',
    );
    expect(odd).toContain('author = {{Department of Health and Aging}}');
    expect(cite({ ...page, edition: '12', author: 'A. Byron; B. Smith Jr' }, 'bibtex')).toMatch(
      /author = \{Byron, A\. and Smith, Jr, B\.\}[\s\S]*edition = \{12th\}/,
    );
  });
});
