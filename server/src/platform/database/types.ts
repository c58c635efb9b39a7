import pg from 'pg';

/*
 * How PostgreSQL's types are represented in the server. Our choices differ from the driver's where its own surprise: it
 * returns int8 and numeric as text, and turns a date into a point in time in the machine's time zone.
 *
 * | SQL         | here                                        |
 * | ----------- | ------------------------------------------- |
 * | int8        | number; an error beyond 2^53                |
 * | numeric     | number; an error when an integer beyond 2^53 |
 * | date        | text, YYYY-MM-DD                            |
 * | timestamptz | Date                                        |
 * | jsonb       | parsed                                      |
 */
const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const NUMERIC = 1700;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY = 1009;

/** An id or amount that silently lost its last digits would be worse than a failed request. */
function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`${text} is too large for a number: read it as text`);
  }
  return value;
}

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => (string | null)[];
const toNumberArray = (text: string) =>
  parseTextArray(text).map((item) => (item === null ? null : toNumber(item)));
const asText = (text: string) => text;

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, toNumber],
  [INT8_ARRAY, toNumberArray],
  [NUMERIC, toNumber],
  [NUMERIC_ARRAY, toNumberArray],
  [DATE, asText],
  [DATE_ARRAY, parseTextArray],
]);

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format);
  },
};
