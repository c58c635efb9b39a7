import type { ComparedThing } from '@vesalius/contract/work-comparison';
import { cutText } from '../../../platform/storable-text.ts';
import { FILE_FIELDS, type Thing } from './edition-things.ts';

const PAGE_FIELDS = ['page', 'pre_page', 'post_page', 'first_page', 'last_page', 'from_page'];
const MAX_TEXT = 2000;
/** Behind the choice that counts as right. */
const RIGHT = '✓';

/** What the changed fields of a thing were and are, in words. `before` has the present page numbers. */
export const detailsOf = (
  before: Pick<Thing, 'content'>,
  after: Pick<Thing, 'content'>,
  fields: readonly string[],
  labelOf: (page: number) => string,
): ComparedThing['details'] =>
  fields.map((field) => ({
    field,
    before: wordsOf(field, before.content[field], labelOf),
    after: wordsOf(field, after.content[field], labelOf),
  }));

/** Null: it is empty, on or off, or a file: its name is nothing that readers see. */
function wordsOf(field: string, value: unknown, labelOf: (page: number) => string): string | null {
  if (FILE_FIELDS.includes(field) || value === undefined || value === null || typeof value === 'boolean')
    return null;
  if (typeof value === 'number' && PAGE_FIELDS.includes(field)) return value > 0 ? labelOf(value) : null;
  if (typeof value !== 'object') return cutText(String(value), MAX_TEXT);
  const parts = Array.isArray(value)
    ? value.flatMap((each) => wordsOf(field, each, labelOf) ?? [])
    : [wordsOfEntry(value as Readonly<Record<string, unknown>>, labelOf)];
  const words = parts.filter(Boolean).join('; ');
  return words === '' ? null : cutText(words, MAX_TEXT);
}

function wordsOfEntry(entry: Readonly<Record<string, unknown>>, labelOf: (page: number) => string): string {
  const words = Object.entries(entry)
    .filter(([name]) => name !== 'key')
    .flatMap(([name, each]) => wordsOf(name, each, labelOf) ?? []);
  return [...words, ...(entry.correct === true ? [RIGHT] : [])].join(' ');
}
