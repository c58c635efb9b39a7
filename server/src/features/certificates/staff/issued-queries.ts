import type { CertificateKind } from '@vesalius/contract/certificates';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import { containing, PLANNED_FOR_ITS_TERM } from '../../../platform/database/terms.ts';
import type { CertificatesTable } from '../../../schema/tables.ts';
import { beginsNumber, readCertificateNumber } from '../certificate-number.ts';
import { type CertificateRow, columns } from '../queries.ts';

export type IssuedRow = CertificateRow & {
  /** Null = the account was deleted. */
  readonly email: string | null;
  readonly profession: string | null;
  readonly revokedReason: string | null;
};
export interface IssuedFilter {
  readonly search: string | undefined;
  readonly bookId: string | undefined;
  readonly kind: CertificateKind | undefined;
  readonly state: 'valid' | 'revoked' | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}
/** Where the next part of the export begins: after this certificate. */
export type IssuedPlace = Pick<CertificateRow, 'completedAt' | 'uniqueId'>;

const issued = sql`${columns}, c.revoked_reason as "revokedReason", p.name as profession,
  case when u.deleted_at is null then u.email end as email`;
const source = sql`certificates c join users u on u.id = c.user_id left join professions p on p.id = u.profession_id`;

/** Of a number that is typed at least to the first letter after VSL; of other words, only where they are a whole number. */
const numberPattern = (search: string): string => {
  const number = readCertificateNumber(search);
  return beginsNumber(search) && number.length > 'VSL-'.length ? `${number}%` : number;
};

/**
 * Names are compared without accents: that of the certificate, of issues that it replaced, and of the account today. A number,
 * or its beginning, may be typed in any accepted form.
 */
function matching({ search, bookId, kind, state, from, to }: IssuedFilter): RawBuilder<unknown> {
  const conditions = [sql`c.replaced_at is null`];
  if (search) {
    const pattern = containing(search.toLowerCase());
    conditions.push(sql`(plain_text(c.user_name) like plain_text(${pattern})
      or c.user_id in (select f.id from users f where f.deleted_at is null
        and (lower(f.email) like ${pattern} or f.plain_name like plain_text(${pattern})))
      or c.unique_id in (select e.unique_id from certificates e
        where e.replaced_at is not null and plain_text(e.user_name) like plain_text(${pattern}))
      or c.unique_id like ${numberPattern(search)})`);
  }
  if (bookId) conditions.push(sql`c.book_id = ${bookId}`);
  if (kind) conditions.push(sql`c.kind = ${kind}`);
  if (state) conditions.push(state === 'revoked' ? sql`c.revoked_at is not null` : sql`c.revoked_at is null`);
  if (from) conditions.push(sql`c.completed_on >= ${from}`);
  if (to) conditions.push(sql`c.completed_on <= ${to}`);
  return sql.join(conditions, sql` and `);
}

export async function listIssued(
  db: Db,
  filter: IssuedFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: IssuedRow[]; count: number }> {
  const where = matching(filter);
  const [rows, { count }] = await Promise.all([
    many(
      db,
      sql<IssuedRow>`${PLANNED_FOR_ITS_TERM} select ${issued} from ${source} where ${where}
        order by c.completed_at desc, c.unique_id desc limit ${limit} offset ${offset}`,
    ),
    one(
      db,
      sql<{
        count: number;
      }>`${PLANNED_FOR_ITS_TERM} select count(*) as count from certificates c where ${where}`,
    ),
  ]);
  return { rows, count };
}

/** The next part of the export. Completion date and number never change, so that no certificate is left out or repeated. */
export const listIssuedAfter = (
  db: Db,
  filter: IssuedFilter,
  after: IssuedPlace | null,
  limit: number,
): Promise<IssuedRow[]> =>
  many(
    db,
    sql<IssuedRow>`${PLANNED_FOR_ITS_TERM} select ${issued} from ${source} where ${matching(filter)}
      ${after ? sql`and (c.completed_at, c.unique_id) < (${after.completedAt}, ${after.uniqueId})` : sql``}
      order by c.completed_at desc, c.unique_id desc limit ${limit}`,
  );

/** The current issue, revoked or not. */
export const findIssued = (
  db: Db,
  uniqueId: string,
): Promise<(IssuedRow & { nameToday: string | null }) | null> =>
  maybeOne(
    db,
    sql<IssuedRow & { nameToday: string | null }>`
      select ${issued}, case when u.deleted_at is null then trim(u.first_name || ' ' || u.second_name) end as "nameToday"
      from ${source} where c.unique_id = ${uniqueId} and c.replaced_at is null`,
  );

/** The other valid certificates of the same person for the same book. */
export const listAlsoValid = (
  db: Db,
  row: IssuedRow,
): Promise<Pick<IssuedRow, 'id' | 'uniqueId' | 'kind' | 'userName'>[]> =>
  many(
    db,
    sql<Pick<IssuedRow, 'id' | 'uniqueId' | 'kind' | 'userName'>>`
      select id, unique_id as "uniqueId", kind, user_name as "userName" from certificates
      where user_id = ${row.userId} and book_id = ${row.bookId} and unique_id <> ${row.uniqueId}
        and replaced_at is null and revoked_at is null order by kind`,
  );

/** The other certificates of the same person for the same book that were revoked in the same request. */
export const listRevokedWith = (
  db: Db,
  row: IssuedRow,
): Promise<Pick<IssuedRow, 'id' | 'uniqueId' | 'kind'>[]> =>
  many(
    db,
    sql<Pick<IssuedRow, 'id' | 'uniqueId' | 'kind'>>`
      select o.id, o.unique_id as "uniqueId", o.kind from certificates c join certificates o
        on o.user_id = c.user_id and o.book_id = c.book_id and o.unique_id <> c.unique_id
        and o.replaced_at is null and o.revoked_at = c.revoked_at and o.revoked_reason = c.revoked_reason
      where c.id = ${row.id} order by o.kind`,
  );

/** The name on an issue of this number, current or replaced. */
export const findNameOfIssue = async (db: Db, uniqueId: string, issueId: string): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<Pick<CertificatesTable, 'userName'>>`
        select user_name as "userName" from certificates where unique_id = ${uniqueId} and id = ${issueId}`,
    )
  )?.userName ?? null;

export interface EarlierIssue
  extends Pick<CertificatesTable, 'id' | 'userName' | 'creditsClaimed' | 'issuedAt'> {
  readonly replacedAt: Date;
  readonly reason: CertificatesTable['replacedReason'];
  /** Of all earlier issues. */
  readonly count: number;
}
export const listEarlierIssues = (db: Db, uniqueId: string, limit: number): Promise<EarlierIssue[]> =>
  many(
    db,
    sql<EarlierIssue>`
      select id, user_name as "userName", credits_claimed as "creditsClaimed", issued_at as "issuedAt",
        replaced_at as "replacedAt", replaced_reason as reason, count(*) over () as count
      from certificates where unique_id = ${uniqueId} and replaced_at is not null
      order by replaced_at desc, issued_at desc limit ${limit}`,
  );

/** `revocation` null: the certificate is valid again. */
export async function updateRevocation(
  tx: Tx,
  id: string,
  revocation: { at: Date; reason: string } | null,
): Promise<void> {
  await sql`update certificates set revoked_at = ${revocation?.at ?? null}, revoked_reason = ${revocation?.reason ?? null}
    where id = ${id}`.execute(tx);
}
