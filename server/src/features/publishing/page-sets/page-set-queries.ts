import type { PageRun } from '@vesalius/contract/page-runs';
import type { Box } from '@vesalius/contract/reader-text';
import { MIN_CONFIDENCE } from '@vesalius/contract/text-confidence';
import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import type { PageSetsTable, PdfPagesTable } from '../../../schema/tables.ts';
import type { Claim, Unused } from '../assets/asset-queries.ts';
import type { OutlineEntry } from '../pages/document-facts.ts';
import type { MissingFont } from '../pages/page-fonts.ts';
import type { StoredPage } from './plan-runs.ts';

export interface PageSetId {
  readonly workId: string;
  readonly number: number;
}
export const setName = ({ workId, number }: PageSetId): string => `${workId}/${number}`;

export interface PageSetRow
  extends PageSetId,
    Pick<PageSetsTable, 'assetHash' | 'pageCount' | 'textVersion'> {
  readonly labels: readonly string[];
  readonly outline: readonly OutlineEntry[];
  /** Null while the set is being prepared. */
  readonly runs: readonly PageRun[] | null;
}
const columns = sql`s.work_id as "workId", s.number, s.asset_hash as "assetHash", s.page_count as "pageCount",
  s.labels, s.outline, s.runs, s.text_version as "textVersion"`;
const isSet = ({ workId, number }: PageSetId) => sql`work_id = ${workId} and number = ${number}`;
const claimed = (claim: string | null) => sql`case when s.claim = ${claim}::uuid then s.claim end`;

/** Releases of a work have lower numbers. nginx at the edge takes six digits. */
const LAST_RELEASE = 500_000;

/**
 * The next release of a work. The page set that an import adds has the number of its release, so it counts here too: an
 * address names a set or a release, never two things.
 */
export const nextRevision = (workId: string) => sql`(1 + greatest(
  (select coalesce(max(revision), 0) from releases where book_id = ${workId}::uuid),
  (select coalesce(max(number), 0) from page_sets where work_id = ${workId}::uuid and number <= ${LAST_RELEASE}),
  (select coalesce(max(revision), 0) from books where id = ${workId}::uuid)))`;

/** The next page set that the desk prepares. It takes no number of a release: the first release is release 1. */
const nextSetOfDesk = (workId: string) =>
  sql`(1 + greatest(${LAST_RELEASE}::int, (select max(number) from page_sets where work_id = ${workId}::uuid)))`;

/** The page set of a PDF, inserted if there is none. `number`: the number of the release that adds it. */
export const claimPageSet = (
  db: Db,
  set: { workId: string; assetHash: string; number?: number | undefined },
  { claim, now }: Claim,
): Promise<PageSetRow> =>
  one(
    db,
    sql<PageSetRow>`insert into page_sets as s (work_id, number, asset_hash, begun_at, unused_since, claim)
      values (${set.workId}, ${set.number ?? nextSetOfDesk(set.workId)}, ${set.assetHash}, ${now}, ${now}, ${claim})
      on conflict (work_id, asset_hash) do update set unused_since = ${now}, claim = ${claimed(claim)}
      returning ${columns}`,
  );

export const findPageSet = (db: Db, set: PageSetId): Promise<PageSetRow | null> =>
  maybeOne(db, sql<PageSetRow>`select ${columns} from page_sets s where ${isSet(set)}`);

export const findSetOfAsset = (db: Db, workId: string, assetHash: string): Promise<PageSetRow | null> =>
  maybeOne(
    db,
    sql<PageSetRow>`select ${columns} from page_sets s where work_id = ${workId} and asset_hash = ${assetHash}`,
  );

/** The newest prepared PDF whose pages are stored like this. */
export const findSetWithRuns = (
  db: Db,
  workId: string,
  runs: readonly PageRun[],
): Promise<PageSetRow | null> =>
  maybeOne(
    db,
    sql<PageSetRow>`select ${columns} from page_sets s where work_id = ${workId} and runs = ${jsonb(runs)}
      order by number desc limit 1`,
  );

export interface PdfPageRow
  extends Pick<
    PdfPagesTable,
    | 'page'
    | 'width'
    | 'height'
    | 'text'
    | 'contentHash'
    | 'confidence'
    | 'stored'
    | 'hasTextOutside'
    | 'tookMs'
  > {
  readonly missingFonts: readonly MissingFont[];
}
export const listPdfPages = (db: Db, set: PageSetId): Promise<PdfPageRow[]> =>
  many(
    db,
    sql<PdfPageRow>`select page, width, height, text, content_hash as "contentHash", confidence, stored,
      missing_fonts as "missingFonts", has_text_outside as "hasTextOutside", took_ms as "tookMs"
      from pdf_pages where ${isSet(set)} order by page`,
  );

/** Pages with text whose fonts are not embedded in the PDF. */
export const listMissingFonts = (
  db: Db,
  set: PageSetId,
): Promise<Pick<PdfPageRow, 'page' | 'missingFonts'>[]> =>
  many(
    db,
    sql`select page, missing_fonts as "missingFonts" from pdf_pages
      where ${isSet(set)} and missing_fonts <> '[]' order by page`,
  );

/** Pages that the text view shows as their images, because the order of their text is uncertain. */
export const listUncertainPages = async (db: Db, set: PageSetId): Promise<number[]> => {
  const rows = await many(
    db,
    sql<{ page: number }>`select page from pdf_pages
      where ${isSet(set)} and confidence < ${MIN_CONFIDENCE}::float8 order by page`,
  );
  return rows.map(({ page }) => page);
};

/** Pages whose confidence no version of the program has measured. */
export const listUnmeasuredPages = async (db: Db, set: PageSetId): Promise<number[]> => {
  const rows = await many(
    db,
    sql<{
      page: number;
    }>`select page from pdf_pages where ${isSet(set)} and confidence is null order by page`,
  );
  return rows.map(({ page }) => page);
};

/** Pages of which no version of the program has measured where the ink is. */
export const listPagesWithoutInk = async (db: Db, set: PageSetId): Promise<number[]> => {
  const rows = await many(
    db,
    sql<{ page: number }>`select page from pdf_pages where ${isSet(set)} and ink is null order by page`,
  );
  return rows.map(({ page }) => page);
};

export async function updateInk(
  db: Db,
  set: PageSetId,
  { page, ink }: { page: number; ink: Box },
): Promise<void> {
  await sql`update pdf_pages set ink = ${[...ink]}::real[] where ${isSet(set)} and page = ${page}`.execute(
    db,
  );
}

/** Without the texts, for screens. */
export const listPageSizes = (db: Db, set: PageSetId): Promise<Pick<PdfPagesTable, 'width' | 'height'>[]> =>
  many(db, sql`select width, height from pdf_pages where ${isSet(set)} order by page`);

export async function insertPdfPages(
  db: Db,
  set: PageSetId,
  pages: readonly (PdfPageRow & { readonly ink?: Box })[],
): Promise<void> {
  await sql`insert into pdf_pages (work_id, number, page, width, height, text, content_hash, missing_fonts,
      confidence, stored, ink, has_text_outside, took_ms)
    select ${set.workId}::uuid, ${set.number}::int, x.page, x.width, x.height, x.text, x."contentHash",
      x."missingFonts", x.confidence, x.stored, x.ink, x."hasTextOutside", x."tookMs"
    from jsonb_to_recordset(${jsonb(pages)}) as x(page int, width real, height real, text text,
      "contentHash" text, "missingFonts" jsonb, confidence real, stored boolean, ink real[],
      "hasTextOutside" boolean, "tookMs" int)
    on conflict (work_id, number, page) do update set stored = pdf_pages.stored or excluded.stored`.execute(
    db,
  );
}

export async function updateTextOutside(
  db: Db,
  set: PageSetId,
  { page, hasTextOutside }: { page: number; hasTextOutside: boolean },
): Promise<void> {
  await sql`update pdf_pages set has_text_outside = ${hasTextOutside} where ${isSet(set)} and page = ${page}`.execute(
    db,
  );
}

export async function updateStored(db: Db, set: PageSetId, page: number): Promise<void> {
  await sql`update pdf_pages set stored = true where ${isSet(set)} and page = ${page}`.execute(db);
}

/** Pages of other prepared PDFs of the work. */
export const listStoredPages = (db: Db, set: PageSetId): Promise<StoredPage[]> =>
  many(
    db,
    sql<StoredPage>`select p.work_id || '/' || p.number as set, p.page, p.content_hash as "contentHash"
      from pdf_pages p join page_sets s using (work_id, number)
      where s.work_id = ${set.workId} and s.number <> ${set.number} and s.prepared_at is not null and p.stored
      order by p.number, p.page`,
  );

/** After a page was read again. Null: its content was not hashed. */
export async function updatePdfPageText(
  db: Db,
  set: PageSetId,
  { page, text, contentHash, confidence }: Pick<PdfPageRow, 'page' | 'text' | 'contentHash' | 'confidence'>,
): Promise<void> {
  await sql`update pdf_pages set text = ${text}, content_hash = ${contentHash}, confidence = ${confidence}
    where ${isSet(set)} and page = ${page}`.execute(db);
}

export async function updateConfidence(
  db: Db,
  set: PageSetId,
  { page, confidence }: { page: number; confidence: number },
): Promise<void> {
  await sql`update pdf_pages set confidence = ${confidence} where ${isSet(set)} and page = ${page}`.execute(
    db,
  );
}

export async function updateTextsRead(
  tx: Tx,
  set: PageSetId,
  { version, outline }: { version: number; outline: readonly OutlineEntry[] },
): Promise<void> {
  await sql`update page_sets set text_version = ${version}, outline = ${jsonb(outline)}
    where ${isSet(set)}`.execute(tx);
}

/** Stored as soon as the PDF is opened: the desk shows progress against it. */
export async function updatePageCount(db: Db, set: PageSetId, pages: number): Promise<void> {
  await sql`update page_sets set page_count = ${pages} where ${isSet(set)} and page_count is distinct from ${pages}`.execute(
    db,
  );
}

export async function updatePrepared(
  tx: Tx,
  set: PageSetId,
  facts: Pick<PageSetRow, 'labels' | 'outline' | 'textVersion'> & {
    pageCount: number;
    runs: readonly PageRun[];
    now: Date;
  },
): Promise<void> {
  await sql`update page_sets set page_count = ${facts.pageCount}, labels = ${jsonb(facts.labels)},
    outline = ${jsonb(facts.outline)}, runs = ${jsonb(facts.runs)}, prepared_at = ${facts.now},
    text_version = ${facts.textVersion}
    where ${isSet(set)}`.execute(tx);
}

const isNamed = sql`(exists (select 1 from releases r where r.page_runs @> jsonb_build_array(jsonb_build_object(
    'set', x.work_id || '/' || x.number)))
  or exists (select 1 from releases r where r.book_id = x.work_id and r.revision = x.number and r.page_runs is null
    and r.published_at is not null)
  or exists (select 1 from work_files f where f.work_id = x.work_id and f.asset_hash = x.asset_hash)
  or exists (select 1 from page_sets o where o.work_id = x.work_id and o.number <> x.number
    and o.runs @> jsonb_build_array(jsonb_build_object('set', x.work_id || '/' || x.number)))
  or exists (select 1 from work_comments c where c.work_id = x.work_id and c.settled_at is null
    and c.page_set = x.work_id || '/' || x.number))`;
const isUnused = (unused: Unused) =>
  'claim' in unused ? sql`x.claim = ${unused.claim}` : sql`x.unused_since <= ${unused.since}`;

export async function markUnusedSets(db: Db, now: Date): Promise<void> {
  await sql`update page_sets x set unused_since = case when ${isNamed} then null::timestamptz else ${now} end
    where (unused_since is null) <> ${isNamed}`.execute(db);
}

/** Newest first: a newer set may be all that names the older ones. */
export const listUnusedSets = (db: Db, unused: Unused): Promise<PageSetId[]> =>
  many(
    db,
    sql<PageSetId>`select x.work_id as "workId", x.number from page_sets x
      where ${isUnused(unused)} and not ${isNamed} order by x.number desc`,
  );

/** Locks the set until the transaction ends; false if something names it by now. */
export const holdUnusedSet = async (tx: Tx, set: PageSetId, unused: Unused): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from (select * from page_sets x where ${isSet(set)} and ${isUnused(unused)} for update) x
      where not ${isNamed}`,
  )) !== null;

export async function deletePageSet(tx: Tx, set: PageSetId): Promise<void> {
  await sql`delete from page_sets where ${isSet(set)}`.execute(tx);
}
