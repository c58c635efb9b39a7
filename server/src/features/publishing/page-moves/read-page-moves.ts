import { applyOperation } from '@vesalius/contract/working-copy';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/database/database.ts';
import { findSetOfAsset, listPdfPages, type PageSetRow, setName } from '../page-sets/page-set-queries.ts';
import { findWorkFile } from '../works/file-queries.ts';
import { listMadeSince } from '../works/operation-queries.ts';
import type { WorkRow } from '../works/work-queries.ts';
import { type FollowedPages, followPages } from './follow-pages.ts';
import { listPdfChanges, type PdfChange } from './page-move-queries.ts';
import { nameOf, valuesOf } from './page-values.ts';
import { type MovesPlan, planMoves } from './plan-moves.ts';

export interface PageMoves extends MovesPlan {
  /** `preparing`: the pages of the present PDF are not ready. */
  readonly state: 'none' | 'preparing' | 'ready';
  /** From the PDF before to the present one; null: nothing is to be moved. */
  readonly pages: FollowedPages | null;
}
const NOTHING: PageMoves = { state: 'none', pages: null, things: [], operations: [] };
const NOTHING_MOVED: PageMoves = { ...NOTHING, state: 'ready' };

/** A publisher who sets several PDFs before moving anything: earlier ones than these count as the oldest of them. */
const MAX_PDF_CHANGES = 3;
const MAX_COMPARISONS = 16;

/** What a process remembers of the past of working copies, which does not change. */
export class PageComparisons {
  readonly #pages = new LRUCache<string, Promise<FollowedPages>>({ max: MAX_COMPARISONS });
  readonly #values = new LRUCache<string, ReadonlyMap<string, number>>({ max: MAX_COMPARISONS });

  /** Comparing two PDFs takes seconds for a long book; who asks meanwhile waits for the same comparison. */
  follow(db: Db, before: PageSetRow, after: PageSetRow): Promise<FollowedPages> {
    const key = `${setName(before)} ${setName(after)}`;
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const pages = compare(db, before, after);
    pages.catch(() => this.#pages.delete(key));
    this.#pages.set(key, pages);
    return pages;
  }

  /** The page numbers before each change of the PDF. Everything made since the first is taken back to see them. */
  async valuesBefore(
    db: Db,
    { id, version: present, manifest }: Pick<WorkRow, 'id' | 'version' | 'manifest'>,
    changes: readonly PdfChange[],
  ): Promise<ReadonlyMap<string, number>[]> {
    const keys = changes.map(({ version }) => `${id} ${version}`);
    const known = keys.flatMap((key) => this.#values.get(key) ?? []);
    const [first] = changes;
    if (known.length === keys.length || !first) return known;
    const earlier = new Map<number, ReadonlyMap<string, number>>();
    let document = manifest;
    for (const { version, inverse } of (await listMadeSince(db, id, first.version - 1)).toReversed()) {
      // Made after the working copy was read.
      if (version > present) continue;
      document = applyOperation(document, inverse).document;
      if (changes.some((change) => change.version === version)) earlier.set(version, valuesOf(document));
    }
    return changes.map(({ version }, index) => {
      const values = earlier.get(version) ?? new Map<string, number>();
      this.#values.set(keys[index] ?? '', values);
      return values;
    });
  }
}

async function compare(db: Db, before: PageSetRow, after: PageSetRow): Promise<FollowedPages> {
  const [earlier, later] = [await listPdfPages(db, before), await listPdfPages(db, after)];
  return followPages(earlier, later);
}

/**
 * What should follow its page to another number, because the PDF of the working copy was replaced since the last
 * release. Each number counts as written for the PDF that the working copy had when it got its value: what was moved by
 * hand afterwards stays.
 */
export async function readPageMoves(
  db: Db,
  work: Pick<WorkRow, 'id' | 'version' | 'manifest' | 'releasedVersion'>,
  comparisons: PageComparisons,
): Promise<PageMoves> {
  const { id: workId, manifest, releasedVersion } = work;
  const since = releasedVersion ?? 0;
  const until = work.version;
  const changes = (await listPdfChanges(db, { workId, since, until, limit: MAX_PDF_CHANGES })).toReversed();
  const { pdf } = manifest;
  if (changes.length === 0 || typeof pdf !== 'string') return NOTHING;
  const set = await findSet(db, workId, pdf);
  if (!set) return { ...NOTHING, state: 'preparing' };
  const followed: (FollowedPages | null)[] = [];
  for (const { before } of changes) {
    const former = before === pdf ? null : await findSet(db, workId, before);
    followed.push(former && former.number !== set.number ? await comparisons.follow(db, former, set) : null);
  }
  if (followed.every((pages) => pages === null || isUnmoved(pages))) return NOTHING_MOVED;
  const present = valuesOf(manifest);
  const earlier = await comparisons.valuesBefore(db, work, changes);
  /** The index of the change of the PDF before which a value was written; their count: after the last one. */
  const ageOf = (name: string): number => {
    let age = changes.length;
    while (age > 0 && earlier[age - 1]?.get(name) === present.get(name)) age -= 1;
    return age;
  };
  const plan = planMoves(
    manifest,
    ({ path }) => followed[ageOf(nameOf(path))] ?? null,
    (material) => ageOf(material) >= changes.length,
  );
  return { ...plan, state: 'ready', pages: plan.things.length > 0 ? (followed.find(Boolean) ?? null) : null };
}

const isUnmoved = ({ places }: FollowedPages): boolean =>
  [...places].every(([page, place]) => place.state === 'found' && place.page === page);

async function findSet(db: Db, workId: string, path: string): Promise<PageSetRow | null> {
  const file = await findWorkFile(db, workId, path);
  const set = file ? await findSetOfAsset(db, workId, file.assetHash) : null;
  return set?.runs ? set : null;
}
