import type { BookRole } from '@vesalius/contract/publishing-admin';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';

const idsOf = async (db: Db, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await many(db, query)).map(({ id }) => id);

export const listAssignedBookIds = (
  db: Db,
  { email, role }: { email: string; role: BookRole },
): Promise<string[]> =>
  idsOf(
    db,
    sql`select book_id as id from book_assignments where lower(email) = lower(${email}) and role = ${role} order by 1`,
  );

export const listDirectedProgramIds = (db: Db, userId: string): Promise<string[]> =>
  idsOf(db, sql`select program_id as id from program_directors where user_id = ${userId} order by 1`);

export const listStudentProgramIds = (db: Db, userId: string): Promise<string[]> =>
  idsOf(db, sql`select program_id as id from program_students where user_id = ${userId} order by 1`);

export const listInstitutionIds = (db: Db, userId: string): Promise<string[]> =>
  idsOf(db, sql`select institution_id as id from institution_members where user_id = ${userId} order by 1`);

/** What a role had, in this order: programs, institutions, books. */
export const listNamed = (
  db: Db,
  ids: {
    program_ids?: readonly string[];
    institution_ids?: readonly string[];
    book_ids?: readonly string[];
    produced_book_ids?: readonly string[];
  },
): Promise<{ id: string; name: string }[]> => {
  const bookIds = [...(ids.book_ids ?? []), ...(ids.produced_book_ids ?? [])];
  return many(
    db,
    sql<{ id: string; name: string }>`
      select id, name from (
        select 1 as kind, id, name from programs where id = any(${[...(ids.program_ids ?? [])]}::uuid[])
        union all select 2, id, name from institutions where id = any(${[...(ids.institution_ids ?? [])]}::uuid[])
        union all select 3, id, title from books where id = any(${bookIds}::uuid[])
        union all select 3, w.id, w.manifest->>'title' from works w
          where w.id = any(${bookIds}::uuid[]) and not exists (select 1 from books b where b.id = w.id)) named
      where name is not null order by kind, name, id`,
  );
};

export const listNames = async (db: Db, ids: Parameters<typeof listNamed>[1]): Promise<string[]> =>
  (await listNamed(db, ids)).map(({ name }) => name);

/** The verified account of an address. Nobody else gets letters that name books or programs. */
export const findVerifiedId = async (
  db: Db,
  by: { readonly email: string } | { readonly id: string },
): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<{ id: string }>`select id from users where deleted_at is null and email_verified_at is not null
        and ${'id' in by ? sql`id = ${by.id}` : sql`lower(email) = lower(${by.email})`}`,
    )
  )?.id ?? null;

export const isDirector = async (db: Db, programId: string, userId: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from program_directors where program_id = ${programId} and user_id = ${userId}`,
  )) !== null;
