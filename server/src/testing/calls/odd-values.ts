/** Values that break careless programs. */
import fc from 'fast-check';

/** For values that JSON.stringify cannot write: it keeps the marked text, and the marks are removed afterwards. */
const RAW_MARK = '\u00a7raw:';
const raw = (text: string) => `${RAW_MARK}${text}${RAW_MARK}`;
export const unwrapRaw = (json: string): string =>
  json.replaceAll(new RegExp(`"${RAW_MARK}(.*?)${RAW_MARK}"`, 'g'), '$1');

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\ufeff',
    '\u202eabc',
    'e\u0301'.repeat(50),
    '👩‍👩‍👧‍👦'.repeat(30),
    'السَّلَامُ عَلَيْكُمْ',
    "'; drop table users; --",
    "' or 1=1 --",
    '%',
    '_%\\',
    '\\',
    '$1',
    '{}',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    '{{7*7}}',
    '../../../../etc/passwd',
    '..%2f..%2fetc',
    'C:\\windows',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '=1+1',
    '\r\nbcc: all@people.example',
    'a'.repeat(3000),
    'word '.repeat(2000),
    '&|!:*()<->',
    '"unbalanced',
    '((((((((',
  ),
);

export const oddNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.1, 1e-7, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1e21),
  fc.constantFrom(1e308, -1e308, 5e-324, 0.30000000000000004, 99.999, 1_000_000_000_000),
  // Parsed as infinity, an integer with a fraction of zero, more digits than a number keeps.
  fc.constantFrom(raw('1e400'), raw('-1e400'), raw('1.0'), raw('-0'), raw('123456789012345678901234567890')),
  fc.double(),
  fc.integer(),
);

/** Nested too deep for a recursive parser. */
export const deepText: fc.Arbitrary<string> = fc
  .record({ depth: fc.constantFrom(100, 2000, 20_000), open: fc.constantFrom('[', '{"a":') })
  .map(({ depth, open }) => `${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}`);

export const oddTime: fc.Arbitrary<string> = fc.constantFrom(
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T00:00:00.123456789Z',
  '2026-12-31T23:59:60Z',
  '9999-12-31T23:59:59.999Z',
  '10000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
);
export const oddDate: fc.Arbitrary<string> = fc.constantFrom(
  '0000-01-01',
  '0001-01-01',
  '1900-02-29',
  '2024-02-29',
  '2026-02-30',
  '9999-12-31',
  '10000-01-01',
  'infinity',
  'now',
);

export const anything: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(oddText, oddNumber), { maxLength: 4 }),
  fc.dictionary(oddText, fc.oneof(oddText, oddNumber), { maxKeys: 4 }),
  fc.jsonValue({ maxDepth: 3 }),
);
