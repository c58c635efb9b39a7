import { isDeepStrictEqual } from 'node:util';
import type { ComparedField, ComparedThing } from '@vesalius/contract/work-comparison';
import { cutText } from '../../../platform/storable-text.ts';
import { detailsOf } from './details-of-thing.ts';
import { type ComparedEdition, contentOf, type QuestionRef, type Thing, thingsOf } from './edition-things.ts';
import { longestRising } from './longest-rising.ts';

export interface FoundThing extends Omit<ComparedThing, 'attempts'> {
  /** The earlier question, which keeps its answers. */
  readonly answered: QuestionRef | null;
}
/** The present number of an earlier page; null if the page is gone. */
export type PlaceOf = (page: number) => number | null;

/**
 * Returns all differences that readers would notice, except those of pages. Without an earlier edition everything is
 * new.
 */
export function compareEditions(
  before: ComparedEdition | null,
  after: ComparedEdition,
  placeOf: PlaceOf,
): { things: FoundThing[]; fields: ComparedField[] } {
  const earlier = before ? thingsOf(before).map((thing) => atPresentPages(thing, placeOf)) : [];
  const later = thingsOf(after);
  const pairs = pairThings(earlier, later);
  const reordered = reorderedIn([...pairs], earlier, later);
  const labels = { before: before?.labelOf ?? String, after: after.labelOf };
  const known = new Set([...pairs.values()].map(({ thing }) => thing));
  return {
    things: [
      ...later.flatMap((thing) => {
        const was = pairs.get(thing);
        return was ? changeOf(was, thing, labels, reordered.has(thing)) : [added(thing, labels)];
      }),
      ...earlier.filter(({ thing }) => !known.has(thing)).map((each) => removed(each, labels)),
    ],
    fields: compareFields(before, after, placeOf),
  };
}

/** `thing` has the present page numbers; `page` is the earlier number. */
interface Earlier {
  readonly thing: Thing;
  readonly page: number | null;
}
type Labels = { readonly before: (page: number) => string; readonly after: (page: number) => string };

const PAGE_FIELDS = ['page', 'pre_page', 'post_page', 'first_page', 'last_page', 'from_page'];
/** The number of a page that is gone: no page of the later edition has it. */
const GONE = 0;
function translated(value: unknown, placeOf: PlaceOf, name = ''): unknown {
  if (typeof value === 'number' && PAGE_FIELDS.includes(name)) return placeOf(value) ?? GONE;
  if (Array.isArray(value)) return value.map((each) => translated(each, placeOf, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [field, translated(each, placeOf, field)]),
  );
}

function atPresentPages(thing: Thing, placeOf: PlaceOf): Earlier {
  const page = thing.page === null ? null : (placeOf(thing.page) ?? GONE);
  const isOnPage = thing.list?.startsWith('page ');
  return {
    page: thing.page,
    thing: {
      ...thing,
      ...{ page, content: translated(thing.content, placeOf) as Thing['content'] },
      ...(isOnPage ? { list: `page ${page}` } : {}),
    },
  };
}

/** Pairs things by their ids; a question that is now in another quiz or test, by its key. */
function pairThings(earlier: readonly Earlier[], later: readonly Thing[]): Map<Thing, Earlier> {
  const byId = new Map(earlier.map((each) => [each.thing.id, each]));
  const pairs = new Map<Thing, Earlier>();
  for (const thing of later) {
    const was = byId.get(thing.id);
    if (was) pairs.set(thing, was);
  }
  const taken = new Set([...pairs.values()].map(({ thing }) => thing.id));
  const elsewhere = groupedBy(
    earlier.filter(({ thing }) => thing.question && !taken.has(thing.id)),
    ({ thing }) => thing.question?.key,
  );
  for (const thing of later) {
    if (!thing.question || pairs.has(thing)) continue;
    const was = elsewhere.get(thing.question.key)?.shift();
    if (was) pairs.set(thing, was);
  }
  return pairs;
}

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The things that moved within a list whose other things kept their order. */
function reorderedIn(
  pairs: readonly (readonly [Thing, Earlier])[],
  earlier: readonly Earlier[],
  later: readonly Thing[],
): Set<Thing> {
  const placeBefore = new Map(earlier.map(({ thing }, index) => [thing, index]));
  const placeAfter = new Map(later.map((thing, index) => [thing, index]));
  const stayed = pairs.filter(([thing, was]) => thing.list !== null && thing.list === was.thing.list);
  const reordered = new Set<Thing>();
  for (const list of groupedBy(stayed, ([thing]) => thing.list).values()) {
    const inOrder = list.toSorted(
      ([, a], [, b]) => (placeBefore.get(a.thing) ?? 0) - (placeBefore.get(b.thing) ?? 0),
    );
    const kept = new Set(longestRising(inOrder.map(([thing]) => placeAfter.get(thing) ?? 0)));
    for (const [index, [thing]] of inOrder.entries()) if (!kept.has(index)) reordered.add(thing);
  }
  return reordered;
}

const labelOf = (page: number | null, label: (page: number) => string) =>
  page === null || page === GONE ? null : label(page);
const told = (thing: Thing, labels: Labels) => ({
  ...{ kind: thing.kind, title: thing.title, within: thing.within, fields: [] as string[] },
  ...{ number: thing.number, details: [] as FoundThing['details'] },
  ...{ page: labelOf(thing.page, labels.after), page_before: null as string | null, answered: null },
});
const added = (thing: Thing, labels: Labels): FoundThing => ({ ...told(thing, labels), change: 'added' });
const removed = ({ thing, page }: Earlier, labels: Labels): FoundThing => ({
  ...{ ...told(thing, labels), change: 'removed', page: null },
  ...{ page_before: labelOf(page, labels.before), answered: thing.question },
});

function changeOf(was: Earlier, thing: Thing, labels: Labels, isReordered: boolean): FoundThing[] {
  const before = was.thing;
  const names = [...new Set([...Object.keys(before.content), ...Object.keys(thing.content)])];
  const fields = names.filter((name) => !isDeepStrictEqual(before.content[name], thing.content[name]));
  // A question's page proves its answer: it is a field of the question and not its position.
  const hasPlace = thing.question === null;
  const isElsewhere = (hasPlace && before.page !== thing.page) || before.id !== thing.id;
  if (fields.length === 0 && !isElsewhere && !isReordered) return [];
  const isReplaced = !isDeepStrictEqual(before.media, thing.media);
  const change = isReplaced ? 'replaced' : fields.length > 0 ? 'changed' : 'moved';
  const isOther = fields.length > 0 || before.id !== thing.id;
  return [
    {
      ...{ ...told(thing, labels), change, fields, details: detailsOf(before, thing, fields, labels.after) },
      ...{ page_before: labelOf(was.page, labels.before) },
      answered: isOther ? before.question : null,
    },
  ];
}

/** Fields that are compared as things, identify the book, or are not visible. */
const NOT_COMPARED = [
  ...['slug', 'pdf', 'assigned', 'chapters', 'supplementaries', 'quizzes', 'tests', 'final_test', 'survey'],
  ...['faculty', 'senior_editors', 'packages', 'programs'],
];
const GROUPS = ['isbn', 'certificate', 'publisher', 'front_matter', 'accessibility', 'replaces'];

function compareFields(
  before: ComparedEdition | null,
  after: ComparedEdition,
  placeOf: PlaceOf,
): ComparedField[] {
  const was = before ? valuesOf(before) : new Map<string, Held>();
  const is = valuesOf(after);
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((name): ComparedField[] => {
    const [one, other] = [was.get(name), is.get(name)];
    if (isDeepStrictEqual(translated(one?.content, placeOf, name.split('.').at(-1)), other?.content))
      return [];
    return [{ path: name.split('.'), before: textOf(one?.value), after: textOf(other?.value) }];
  });
}

/** A value as displayed, and as compared. */
interface Held {
  readonly value: unknown;
  readonly content: unknown;
}
/** The values by field name; fields of a group have the group's name in front. */
function valuesOf({ manifest, files }: ComparedEdition): Map<string, Held> {
  const values = new Map<string, Held>();
  const keep = (name: string, value: unknown) => {
    const content = contentOf(value, files, name === 'samples' ? 'file' : name);
    if (content !== undefined)
      values.set(name, { value: content === value ? value : shown(name, value), content });
  };
  for (const [name, value] of Object.entries(manifest)) {
    if (NOT_COMPARED.includes(name) || value === undefined) continue;
    if (!GROUPS.includes(name)) keep(name, value);
    else for (const [inner, each] of Object.entries(value)) keep(`${name}.${inner}`, each);
  }
  return values;
}
/** Readers do not see file names. */
const shown = (name: string, value: unknown) => (name === 'cover' || name === 'samples' ? null : value);

const MAX_TEXT = 10_000;
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return cutText(value.flatMap((each) => textOf(each) ?? []).join('; '), MAX_TEXT);
  if (typeof value !== 'object') return cutText(String(value), MAX_TEXT);
  const fields = value as Readonly<Record<string, unknown>>;
  return textOf(fields.name ?? fields.title ?? fields.from_page ?? Object.values(fields));
}
