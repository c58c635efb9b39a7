import { printedLabel } from '@vesalius/contract/page-labels';
import { type PageRun, pageInSet } from '@vesalius/contract/page-runs';
import {
  type ComparedPages,
  MAX_COMPARED_TEXTS,
  type WorkComparison,
} from '@vesalius/contract/work-comparison';
import type { Db } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { findSetOfAsset, type PageSetId } from '../page-sets/page-set-queries.ts';
import { type LooseManifest, readManifest } from '../read-manifest.ts';
import { findReleaseRow, listReleaseFiles } from '../store/release-queries.ts';
import { demandWork } from '../studio/access.ts';
import { filesOfWork } from '../works/check-work.ts';
import { withoutIds } from '../works/fill-work.ts';
import { findWork } from '../works/work-queries.ts';
import { changedPart } from './changed-part.ts';
import { compareEditions, type FoundThing } from './compare-editions.ts';
import { comparePages, type PageComparison } from './compare-pages.ts';
import { countAttempts, listShownPages, listTextsOfPages, type ShownPage } from './comparison-queries.ts';
import type { ComparedEdition, QuestionRef } from './edition-things.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { findCurrentRevision } from './release-list-queries.ts';

interface Loaded {
  readonly edition: ComparedEdition;
  /** Null: the pages are still being prepared. */
  readonly runs: readonly PageRun[] | null;
  readonly version: number | null;
}

/**
 * Returns what readers would notice. Without `from`: compared with what they see. Without `to`: in the working copy.
 */
export async function readComparison(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  given: { from?: number | undefined; to?: number | undefined },
): Promise<WorkComparison> {
  const { db } = deps;
  await demandWork(db, actor, workId, 'review');
  await rebuildFirstRelease(deps, workId);
  const from = given.from ?? (await findCurrentRevision(db, workId));
  const before = from > 0 ? await loadRelease(db, workId, from) : null;
  const after = given.to ? await loadRelease(db, workId, given.to) : await loadWork(db, workId);
  const pages = await readPages(db, before, after);
  const placeOf = (page: number) => (pages ? (pages.compared.places.get(page) ?? null) : page);
  const { things, fields } = compareEditions(before?.edition ?? null, after.edition, placeOf);
  return {
    ...{ from: from || null, to: given.to ?? null, version: after.version, fields },
    pages: pages?.told ?? null,
    is_other_pdf: pdfOf(before) !== pdfOf(after),
    things: await withAttempts(db, workId, things),
  };
}

const pdfOf = (loaded: Loaded | null) => loaded?.edition.files.get(loaded.edition.manifest.pdf ?? '');

async function loadRelease(db: Db, bookId: string, revision: number): Promise<Loaded> {
  const row = await findReleaseRow(db, { bookId, revision });
  // One that waits for its time has a time, and is frozen as it will be published.
  demand(row?.manifest && (row.publishedAt || row.publishAt), 'not_found');
  const files = await listReleaseFiles(db, { bookId, revision });
  return load(db, bookId, { manifest: row.manifest, files, runs: row.runs, version: null });
}

async function loadWork(db: Db, workId: string): Promise<Loaded> {
  const work = await findWork(db, workId);
  demand(work, 'not_found');
  const manifest = readable(withoutIds(work.manifest) as Record<string, unknown>);
  return load(db, workId, {
    ...{ manifest, files: await filesOfWork(db, workId), runs: null, version: work.version },
  });
}

async function load(
  db: Db,
  workId: string,
  given: Omit<ComparedEdition, 'labelOf'> & Pick<Loaded, 'runs' | 'version'>,
): Promise<Loaded> {
  const { manifest, files, version } = given;
  const pdf = files.get(manifest.pdf ?? '');
  const set = pdf ? await findSetOfAsset(db, workId, pdf) : null;
  const labelOf = (page: number) => printedLabel(page, manifest.page_labels ?? [], set?.labels ?? []);
  return { edition: { manifest, files, labelOf }, runs: given.runs ?? set?.runs ?? null, version };
}

/** The manifest as the checks read it; invalid values stay as they were written. */
function readable(document: Record<string, unknown>): LooseManifest {
  const checked = readManifest(document, () => {});
  return Object.fromEntries(
    Object.entries(checked).map(([name, value]): [string, unknown] => {
      const written = document[name];
      if (!Array.isArray(value)) return [name, value ?? written];
      return [name, value.map((each, index) => each ?? (Array.isArray(written) ? written[index] : each))];
    }),
  );
}

interface Page extends PageSetId {
  readonly set: string;
  readonly page: number;
  readonly shown: ShownPage | undefined;
}

async function readPages(
  db: Db,
  before: Loaded | null,
  after: Loaded,
): Promise<{ compared: PageComparison; told: ComparedPages } | null> {
  if ((before && !before.runs) || !after.runs) return null;
  const runs = [before?.runs ?? [], after.runs];
  const sets = [...new Set(runs.flat().map(({ set }) => set))].map(idOfSet);
  const shown = new Map((await listShownPages(db, sets)).map((each) => [`${each.set}/${each.page}`, each]));
  const [earlier, later] = runs.map((each) => pagesOf(each, shown)) as [Page[], Page[]];
  const isHashed = [...earlier, ...later].every((page) => page.shown?.contentHash);
  const keyOf = ({ set, page, shown: known }: Page) =>
    (isHashed ? known?.contentHash : known?.textHash) ?? `${set}/${page}`;
  const keys = [earlier.map(keyOf), later.map(keyOf)] as const;
  const textOf = await readChangedTexts(db, earlier, later, keys);
  const compared = comparePages(...keys, similarityOf(earlier, later, textOf));
  const label = { before: before?.edition.labelOf ?? String, after: after.edition.labelOf };
  const told: ComparedPages = {
    ...{ before: earlier.length, after: later.length },
    added: rangesOf(compared.added, label.after),
    removed: rangesOf(compared.removed, label.before),
    changed: rangesOf(
      compared.changed.map(([, page]) => page).sort((a, b) => a - b),
      label.after,
    ),
    texts: compared.changed.slice(0, MAX_COMPARED_TEXTS).map(([page, place]) => ({
      page: label.after(place),
      ...changedPart(textOf(earlier[page - 1]), textOf(later[place - 1])),
    })),
    moved: movedRanges(compared.moved, label),
  };
  return { compared, told };
}

const idOfSet = (set: string): PageSetId => {
  const [workId = '', number] = set.split('/');
  return { workId, number: Number(number) };
};
function pagesOf(runs: readonly PageRun[], shown: ReadonlyMap<string, ShownPage>): Page[] {
  const last = runs.at(-1)?.last ?? 0;
  return Array.from({ length: last }, (_, index) => pageInSet(runs, index + 1)).flatMap((place) =>
    place ? [{ ...place, ...idOfSet(place.set), shown: shown.get(`${place.set}/${place.page}`) }] : [],
  );
}

type TextOf = (page: Page | undefined) => string;

/** The texts of pages that are not the same before and after. */
async function readChangedTexts(
  db: Db,
  earlier: readonly Page[],
  later: readonly Page[],
  [before, after]: readonly [readonly string[], readonly string[]],
): Promise<TextOf> {
  const [known, present] = [new Set(before), new Set(after)];
  const read = [
    ...earlier.filter((_, index) => !present.has(before[index] as string)),
    ...later.filter((_, index) => !known.has(after[index] as string)),
  ].map(({ workId, number, page }) => ({ workId, number, page }));
  const rows = read.length > 0 ? await listTextsOfPages(db, read) : [];
  const texts = new Map(rows.map(({ set, page, text }) => [`${set}/${page}`, text]));
  return (page) => texts.get(`${page?.set}/${page?.page}`) ?? '';
}

/** Different words of a page, which tell versions of it from other pages; each of 10,000 pairs is compared by as many. */
const COMPARED_WORDS = 300;

/** The similarity of pages by their words. */
function similarityOf(earlier: readonly Page[], later: readonly Page[], textOf: TextOf) {
  const sets = new Map<Page | undefined, ReadonlySet<string>>();
  const wordsOf = (page: Page | undefined) => {
    const words = sets.get(page) ?? firstWords(textOf(page));
    sets.set(page, words);
    return words;
  };
  return (page: number, place: number): number => {
    const [one, other] = [wordsOf(earlier[page - 1]), wordsOf(later[place - 1])];
    const total = one.size + other.size;
    const common = [...one].filter((word) => other.has(word)).length;
    return total === 0 ? 0 : (2 * common) / total;
  };
}

const firstWords = (text: string): ReadonlySet<string> =>
  new Set([...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, COMPARED_WORDS));

type LabelOf = (page: number) => string;
function rangesOf(pages: readonly number[], label: LabelOf): ComparedPages['added'] {
  return joined(pages.map((page) => [page, page])).map(([first, , count]) => ({
    ...{ first: label(first), last: label(first + count - 1), count },
  }));
}
function movedRanges(
  moved: PageComparison['moved'],
  label: { before: LabelOf; after: LabelOf },
): ComparedPages['moved'] {
  return joined(moved).map(([first, place, count]) => ({
    ...{ first: label.after(place), last: label.after(place + count - 1), count },
    first_before: label.before(first),
  }));
}
/** Joins consecutive pairs into runs: first page, its present number, and length. */
function joined(pairs: readonly (readonly [number, number])[]): [number, number, number][] {
  const ranges: [number, number, number][] = [];
  for (const [page, place] of pairs) {
    const range = ranges.at(-1);
    if (range && range[0] + range[2] === page && range[1] + range[2] === place) range[2] += 1;
    else ranges.push([page, place, 1]);
  }
  return ranges;
}

async function withAttempts(
  db: Db,
  bookId: string,
  things: readonly FoundThing[],
): Promise<WorkComparison['things']> {
  const nameOf = ({ holder, holderKey, key }: QuestionRef) => `${holder} ${holderKey} ${key}`;
  const asked = things.flatMap(({ answered }) => answered ?? []);
  const counted = asked.length > 0 ? await countAttempts(db, bookId, asked) : [];
  const attempts = new Map(counted.map((each) => [nameOf(each), each.attempts]));
  return things.map(({ answered, ...thing }) => ({
    ...thing,
    attempts: (answered && attempts.get(nameOf(answered))) || 0,
  }));
}
