import type { Fields } from '@vesalius/contract/working-copy-document';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, jsonb, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { contains } from '../../../platform/database/plain-text.ts';
import { tellConstraints } from '../../../platform/errors.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { AssetsTable, UsersTable, WorkFilesTable, WorksTable } from '../../../schema/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import { newerEdition } from '../../commerce/in-shop.ts';
import { Manifest } from '../manifest.ts';
import { ownAssignments } from '../studio/access-queries.ts';
import { isNamed } from './file-queries.ts';

tellConstraints({ works_identity: 'slug_taken' });

export interface WorkRow extends Omit<WorksTable, 'manifest'> {
  readonly manifest: Fields;
  readonly isWithdrawn: boolean;
  /** The first published edition that replaces it; it may come out later. `at` is ISO 8601. */
  readonly replacedBy: { readonly edition: string; readonly at: string } | null;
  /** The time from which on readers see the published book; null: they do not. */
  readonly shownFrom: Date | null;
  /** Readers see an earlier release that was restored, and not the one made of the working copy. */
  readonly isSetBack: boolean;
  /** Differs from the release that was made of it; false if there is none. */
  readonly isChanged: boolean;
}

/**
 * Whether the work `w` differs from the release that was made of it: files change without a new version. A release that
 * did not store its files is compared by its version alone.
 */
export const isChanged = sql`coalesce(w.version > w.released_version or exists (
    select 1 from release_files r where r.book_id = w.id and r.revision = w.released_revision and not exists (
      select 1 from work_files f where f.work_id = w.id and f.path = r.path and f.asset_hash = r.asset_hash))
  or exists (
    select 1 from work_files f join works c on c.id = f.work_id
    where c.id = w.id and not exists (select 1 from release_files r
        where r.book_id = w.id and r.revision = w.released_revision and r.path = f.path)
      and exists (select 1 from release_files r where r.book_id = w.id and r.revision = w.released_revision)
      and ${isNamed}), false)`;

const columns = sql`w.id, w.version, w.released_revision as "releasedRevision",
  w.released_version as "releasedVersion", w.created_by as "createdBy", w.created_at as "createdAt",
  w.changed_at as "changedAt",
  (select b.published_at from books b where b.id = w.id) as "shownFrom",
  exists (select 1 from books b where b.id = w.id and b.withdrawn_at is not null) as "isWithdrawn",
  (select jsonb_build_object('edition', n.edition, 'at', n.published_at) from books b, ${newerEdition()}
    and b.id = w.id order by n.published_at limit 1) as "replacedBy",
  exists (select 1 from books b where b.id = w.id and b.revision <> w.released_revision) as "isSetBack",
  ${isChanged} as "isChanged"`;

/** 0: there is a book with this slug, or a work with this id. The constraint decides between concurrent inserts. */
export const insertWork = (
  tx: Tx,
  { id, manifest, userId, now }: { id: string; manifest: Fields; userId: string; now: Date },
): Promise<number> =>
  affected(
    tx,
    sql`insert into works (id, manifest, created_by, created_at, changed_at)
      select ${id}::uuid, ${jsonb(manifest)}, ${userId}::uuid, ${now}::timestamptz, ${now}::timestamptz
      where not exists (select 1 from books where slug = ${manifest.slug} or id = ${id})
        and not exists (select 1 from works where manifest ->> 'slug' = ${manifest.slug})
      on conflict (id) do nothing`,
  );

export const findWork = (db: Db, id: string): Promise<WorkRow | null> =>
  maybeOne(db, sql<WorkRow>`select ${columns}, w.manifest from works w where w.id = ${id}`);

/** Without the manifest. */
export const findWorkState = (db: Db, id: string): Promise<Omit<WorkRow, 'manifest'> | null> =>
  maybeOne(db, sql<Omit<WorkRow, 'manifest'>>`select ${columns} from works w where w.id = ${id}`);

export const findVersion = async (db: Db, id: string): Promise<number | null> =>
  (await maybeOne(db, sql<Pick<WorksTable, 'version'>>`select version from works where id = ${id}`))
    ?.version ?? null;

/** Locks the work until the transaction ends. */
export const lockWork = (tx: Tx, id: string): Promise<WorkRow | null> =>
  maybeOne(tx, sql<WorkRow>`select ${columns}, w.manifest from works w where w.id = ${id} for no key update`);

export async function updateWork(
  tx: Tx,
  { id, manifest, version, now }: { id: string; manifest: Fields; version: number; now: Date },
): Promise<void> {
  await sql`update works set manifest = ${jsonb(manifest)}, version = ${version}, changed_at = ${now}
    where id = ${id}`.execute(tx);
}

/** The required fields: the manifest has no default for them. */
const REQUIRED_FIELDS = Object.entries(Manifest.shape).flatMap(([name, field]) =>
  field.safeParse(undefined).success ? [] : [name],
);

export interface ListedWork extends Omit<WorkRow, 'manifest'> {
  readonly slug: string | null;
  readonly title: string | null;
  readonly edition: string | null;
  readonly changedBy: string | null;
  readonly mayEdit: boolean;
  readonly coverAsset: string | null;
  readonly missing: string[];
  readonly count: number;
}

const nameOf = (user: string): RawBuilder<string> =>
  sql.raw(`${user}.first_name || ' ' || ${user}.second_name`);

/** A page of the works that the actor makes or reviews. `term` as returned by `plainTerm`. */
export const listWorks = (
  db: Db,
  actor: Actor,
  { term, limit, offset }: Slice & { term: string | null },
): Promise<ListedWork[]> => {
  const own = sql`select o.book_id from (${ownAssignments(actor)}) o`;
  const isStaff = actor.role === 'staff';
  return many(
    db,
    sql<ListedWork>`select ${columns}, w.manifest ->> 'slug' as slug, w.manifest ->> 'title' as title,
        w.manifest ->> 'edition' as edition,
        ${isStaff ? sql`true` : sql`w.id in (${own} where o.role = 'producer')`} as "mayEdit",
        (select ${nameOf('u')} from work_operations o join users u on u.id = o.user_id
          where o.work_id = w.id and o.version = w.version) as "changedBy",
        (select a.hash from work_files f join assets a on a.hash = f.asset_hash
          where f.work_id = w.id and f.path = w.manifest ->> 'cover' and a.media_type like 'image/%') as "coverAsset",
        array(select name from unnest(${[...REQUIRED_FIELDS]}::text[]) name
          where not w.manifest ? name) as missing,
        count(*) over ()::int as count
      from works w
      where ${isStaff ? sql`true` : sql`w.id in (${own})`}
        ${term === null ? sql`` : sql`and ${contains(sql`plain_text(coalesce(w.manifest ->> 'title', ''))`, term)}`}
      order by w.changed_at desc, w.id desc limit ${limit} offset ${offset}`,
  );
};

export type WorkFileRow = Pick<
  WorkFilesTable,
  'path' | 'assetHash' | 'originalName' | 'addedBy' | 'addedAt'
> &
  Pick<AssetsTable, 'mediaType'> & { readonly bytes: number };
export const listWorkFiles = (db: Db, workId: string): Promise<WorkFileRow[]> =>
  many(
    db,
    sql<WorkFileRow>`select f.path, f.asset_hash as "assetHash", f.original_name as "originalName",
        f.added_by as "addedBy", f.added_at as "addedAt", a.media_type as "mediaType", a.bytes::float8 as bytes
      from work_files f join assets a on a.hash = f.asset_hash where f.work_id = ${workId} order by f.path`,
  );

/** The slugs and editions of other works and books with these slugs. */
export const listIdentities = (
  db: Db,
  workId: string,
  slugs: readonly string[],
): Promise<{ slug: string; edition: string }[]> =>
  many(
    db,
    sql<{ slug: string; edition: string }>`
      select manifest ->> 'slug' as slug, coalesce(manifest ->> 'edition', '') as edition from works
      where manifest ->> 'slug' = any(${[...slugs]}::text[]) and id <> ${workId}
      union select slug, edition from books where slug = any(${[...slugs]}::text[]) and id <> ${workId}`,
  );

/** Writes at most once in `everyMs`: a desk polls every other second. */
export async function recordVisit(
  db: Db,
  { workId, userId }: { workId: string; userId: string },
  now: Date,
  everyMs: number,
): Promise<void> {
  await sql`insert into work_visits as v (work_id, user_id, seen_at) values (${workId}, ${userId}, ${now})
    on conflict (work_id, user_id) do update set seen_at = excluded.seen_at
    where v.seen_at < ${new Date(now.getTime() - everyMs)}`.execute(db);
}

/** The users who visited since then, without the caller. */
export const listVisitors = (
  db: Db,
  { workId, userId, since }: { workId: string; userId: string; since: Date },
): Promise<(Pick<UsersTable, 'id'> & { name: string })[]> =>
  many(
    db,
    sql`select u.id, ${nameOf('u')} as name from work_visits v join users u on u.id = v.user_id
      where v.work_id = ${workId} and v.user_id <> ${userId} and v.seen_at > ${since} and u.deleted_at is null
      order by name, u.id`,
  );
