import type { Fields } from '@vesalius/contract/working-copy-document';
import type { Followed, FollowedPages } from './follow-pages.ts';
import { type Entry, entriesAt, fieldsOf, type PageValue, pageAt } from './page-values.ts';

/** Follows the page that a number names; null: it was written for the present PDF, and stays. */
export type FollowValue = (value: PageValue) => FollowedPages | null;
export interface Aim {
  readonly value: PageValue;
  readonly to: Followed;
}

const stays = ({ page }: PageValue): Followed => ({ state: 'found', page });
const placeOf = (pages: FollowedPages, page: number): Followed =>
  pages.places.get(page) ?? { state: 'uncertain' };
export const aimOf = (value: PageValue, follow: FollowValue): Aim => {
  const pages = follow(value);
  return { value, to: pages ? placeOf(pages, value.page) : stays(value) };
};

/** The first page from `value` to `end` that is still there: a chapter whose first page was removed begins behind it. */
function edgeOf(value: PageValue, end: number, follow: FollowValue): Followed {
  const pages = follow(value);
  if (!pages) return stays(value);
  const step = Math.sign(end - value.page) || 1;
  for (let page = value.page; ; page += step) {
    const place = placeOf(pages, page);
    if (place.state !== 'gone' || page === end) return place;
  }
}

interface Range {
  readonly first: Aim;
  readonly last: Aim;
}
const rangeOf = (entry: Entry, follow: FollowValue): Range | null => {
  const [first, last] = [pageAt(entry, 'first_page'), pageAt(entry, 'last_page')];
  if (!first || !last || first.page > last.page) return null;
  return {
    first: { value: first, to: edgeOf(first, last.page, follow) },
    last: { value: last, to: edgeOf(last, first.page, follow) },
  };
};

const pageOf = ({ to }: Aim): number | null => (to.state === 'found' ? to.page : null);
const uncertain = (aim: Aim): Aim => {
  const page = pageOf(aim);
  return page === null || page === aim.value.page ? aim : { ...aim, to: { state: 'uncertain' } };
};
/** Numbers that would stand in the wrong order are left to the publisher. */
const inOrder = ([first, last]: readonly [Aim, Aim]): [Aim, Aim] => {
  const [from, to] = [pageOf(first) ?? first.value.page, pageOf(last) ?? last.value.page];
  return from <= to ? [first, last] : [uncertain(first), uncertain(last)];
};

export function planChapters(document: Fields, follow: FollowValue): Range[] {
  const ranges = entriesAt([], document, 'chapters').flatMap((entry) => rangeOf(entry, follow) ?? []);
  const planned: Range[] = [];
  for (const [index, range] of ranges.entries()) {
    const next = ranges[index + 1];
    let [first, last] = inOrder([range.first, next ? joined(range.last, next.first, follow) : range.last]);
    const before = planned.at(-1);
    if (before && isAfter(before.last, first)) {
      planned.splice(-1, 1, { ...before, last: uncertain(before.last) });
      [first, last] = [uncertain(first), uncertain(last)];
    }
    planned.push({ first, last });
  }
  return planned;
}
const isAfter = (one: Aim, other: Aim): boolean =>
  (pageOf(one) ?? one.value.page) >= (pageOf(other) ?? other.value.page);

/** Pages that are inserted between a chapter and the next one belong to the first, if there was no gap before. */
function joined(last: Aim, next: Aim, follow: FollowValue): Aim {
  const [end, begin] = [pageOf(last), pageOf(next)];
  const pages = follow(last.value);
  if (last.value.page + 1 !== next.value.page || end === null || begin === null || !pages) return last;
  for (let page = end + 1; page < begin; page += 1) if (!pages.added.has(page)) return last;
  return begin > end + 1 ? { ...last, to: { state: 'found', page: begin - 1 } } : last;
}

export function planFrontMatter(document: Fields, follow: FollowValue): Aim[] {
  const fields = fieldsOf(document, 'front_matter');
  const range = rangeOf({ path: ['front_matter'], fields }, follow);
  if (!range) return [];
  // What begins with the book still does.
  const first = range.first.value.page === 1 ? { ...range.first, to: stays(range.first.value) } : range.first;
  return inOrder([first, range.last]);
}

export function planLabels(document: Fields, follow: FollowValue): Aim[] {
  const values = entriesAt([], document, 'page_labels').flatMap((entry) => pageAt(entry, 'from_page') ?? []);
  let previous = 0;
  return values.map((value, index): Aim => {
    const end = (values[index + 1]?.page ?? value.page + 1) - 1;
    const to = value.page === 1 ? stays(value) : edgeOf(value, Math.max(end, value.page), follow);
    const aim = { value, to };
    const from = pageOf(aim) ?? value.page;
    if (from <= previous) return uncertain(aim);
    previous = from;
    return aim;
  });
}

/** A test at the border of a chapter stays at that border. */
export function planTests(document: Fields, chapters: readonly Range[], follow: FollowValue): Aim[] {
  const borderOf = (side: 'first' | 'last') => {
    const borders = new Map(
      chapters
        .map((chapter) => chapter[side])
        .filter(({ value }) => follow(value))
        .map(({ value, to }) => [value.page, to]),
    );
    return (value: PageValue): Aim => {
      const border = borders.get(value.page);
      return follow(value) && border?.state === 'found' ? { value, to: border } : aimOf(value, follow);
    };
  };
  const [atFirst, atLast] = [borderOf('first'), borderOf('last')];
  return entriesAt([], document, 'tests').flatMap((test) => {
    const [pre, post] = [pageAt(test, 'pre_page'), pageAt(test, 'post_page')];
    const sections = entriesAt(test.path, test.fields, 'sections');
    return [
      ...(pre && post && pre.page <= post.page
        ? inOrder([atFirst(pre), atLast(post)])
        : [...(pre ? [atFirst(pre)] : []), ...(post ? [atLast(post)] : [])]),
      ...sections.flatMap((section) => pageAt(section, 'first_page') ?? []).map(atFirst),
    ];
  });
}
