import { applyOperation } from '@vesalius/contract/working-copy';
import type { Fields } from '@vesalius/contract/working-copy-document';
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

/** A publisher who sets several PDFs before moving anything: earlier ones than these count as the oldest of them. */
const MAX_PDF_CHANGES = 3;
const MAX_COMPARISONS = 16;

/** Comparing two PDFs takes a second for a long book; page sets never change once they are prepared. */
export class PageComparisons {
  readonly #known = new Map<string, FollowedPages>();

  async follow(db: Db, before: PageSetRow, after: PageSetRow): Promise<FollowedPages> {
    const key = `${setName(before)} ${setName(after)}`;
    const known = this.#known.get(key);
    if (known) return known;
    const [earlier, later] = [await listPdfPages(db, before), await listPdfPages(db, after)];
    const pages = followPages(earlier, later);
    this.#known.set(key, pages);
    const [oldest] = this.#known.keys();
    if (oldest && this.#known.size > MAX_COMPARISONS) this.#known.delete(oldest);
    return pages;
  }
}

/**
 * What should follow its page to another number, because the PDF of the working copy was replaced since the last
 * release. Each number counts as written for the PDF that the working copy had when it got its value: what was moved by
 * hand afterwards stays.
 */
export async function readPageMoves(
  db: Db,
  { id: workId, manifest, releasedVersion }: Pick<WorkRow, 'id' | 'manifest' | 'releasedVersion'>,
  comparisons: PageComparisons,
): Promise<PageMoves> {
  const since = releasedVersion ?? 0;
  const changes = (await listPdfChanges(db, { workId, since, limit: MAX_PDF_CHANGES })).toReversed();
  const [first] = changes;
  const { pdf } = manifest;
  if (!first || typeof pdf !== 'string') return NOTHING;
  const present = await findSet(db, workId, pdf);
  if (!present) return { ...NOTHING, state: 'preparing' };
  const followed: (FollowedPages | null)[] = [];
  for (const { before } of changes) {
    const set = before === pdf ? null : await findSet(db, workId, before);
    followed.push(set && set.number !== present.number ? await comparisons.follow(db, set, present) : null);
  }
  const ageOf = await ageOfValues(db, { workId, manifest, first, changes });
  const plan = planMoves(
    manifest,
    ({ path }) => followed[ageOf(nameOf(path))] ?? null,
    (material) => ageOf(material) >= changes.length,
  );
  return { ...plan, state: 'ready', pages: plan.things.length > 0 ? (followed.find(Boolean) ?? null) : null };
}

async function findSet(db: Db, workId: string, path: string): Promise<PageSetRow | null> {
  const file = await findWorkFile(db, workId, path);
  const set = file ? await findSetOfAsset(db, workId, file.assetHash) : null;
  return set?.runs ? set : null;
}

/** The index of the change of the PDF before which a value was written; their count: after the last one. */
async function ageOfValues(
  db: Db,
  {
    workId,
    manifest,
    first,
    changes,
  }: { workId: string; manifest: Fields; first: PdfChange; changes: readonly PdfChange[] },
): Promise<(name: string) => number> {
  const present = valuesOf(manifest);
  const earlier: Map<string, number>[] = [];
  let document = manifest;
  let index = changes.length - 1;
  for (const { version, inverse } of (await listMadeSince(db, workId, first.version - 1)).toReversed()) {
    document = applyOperation(document, inverse).document;
    if (version !== changes[index]?.version) continue;
    earlier[index] = valuesOf(document);
    index -= 1;
  }
  return (name) => {
    let age = changes.length;
    while (age > 0 && earlier[age - 1]?.get(name) === present.get(name)) age -= 1;
    return age;
  };
}
