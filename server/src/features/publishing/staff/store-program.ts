import type { AuditAction } from '@vesalius/contract/audit-actions';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { CatalogueProgram, ProgramBody } from '@vesalius/contract/publishing-admin';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { publicUrl } from '../../catalogue/book-card.ts';
import { listBooksById } from './listed-book-queries.ts';
import { leavePicture, pictureKeyOf } from './listing-picture.ts';
import {
  findProgram,
  hasInstitution,
  insertProgram,
  listDirectors,
  listProgramBooks,
  listPrograms,
  lockProgram,
  replaceProgramBooks,
  updateProgramDetails,
} from './program-queries.ts';
import { demandSame } from './store-package.ts';

type Part = Pick<Deps, 'db' | 'clock' | 'storage'>;

/** One page of programs, each row with the total number found. */
export const listCataloguePrograms = async (db: Db, asked: Slice & { search: string | undefined }) =>
  (await listPrograms(db, asked)).map((row) => ({
    id: row.id,
    name: row.name,
    institution_name: row.institutionName,
    book_count: row.bookCount,
    student_count: row.studentCount,
    director_count: row.directorCount,
    count: row.count,
  }));

export async function getProgram(db: Db, id: string, now: Date): Promise<CatalogueProgram> {
  const row = await findProgram(db, id);
  demand(row, 'not_found');
  const [books, directors] = await Promise.all([listProgramBooks(db, id, now), listDirectors(db, id)]);
  return {
    id,
    slug: row.slug,
    name: row.name,
    photo_url: row.photoKey && publicUrl(row.photoKey),
    institution:
      row.institutionId && row.institutionName !== null
        ? { id: row.institutionId, name: row.institutionName }
        : null,
    books,
    directors,
    student_count: row.studentCount,
    changed_at: row.changedAt?.toISOString() ?? null,
  };
}

/** Throws `slug_taken`. */
export async function createProgram(
  { db, clock, storage }: Part,
  actor: Actor,
  { slug, ...body }: ProgramBody & { slug: string },
): Promise<string> {
  const now = clock.now();
  const photoKey = await pictureKeyOf(storage, body.photo_url, null);
  return inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandChoices(tx, body, now);
    const id = newId();
    const { name, institution_id: institutionId } = body;
    const made = await insertProgram(tx, { id, slug, name, photoKey, institutionId }, now);
    demand(made === 1, 'slug_taken', { slug: VALUE_MESSAGES.slugTaken });
    await replaceProgramBooks(tx, id, body.book_ids, now);
    await audit(tx, actor, 'program.create', id, { after: recorded(body) }, now);
    return id;
  });
}

/** Only changed values count as set by staff. Throws `edited_meanwhile`. */
export async function updateProgram(
  { db, clock, storage }: Part,
  actor: Actor,
  id: string,
  { changed_at: changedAt, ...body }: ProgramBody & { changed_at: string | null },
): Promise<void> {
  const now = clock.now();
  const shown = await findProgram(db, id);
  demand(shown, 'not_found');
  const photoKey = await pictureKeyOf(storage, body.photo_url, shown.photoKey);
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const row = await lockProgram(tx, id);
    demand(row, 'not_found');
    demandSame(row.changedAt, changedAt);
    await demandChoices(tx, body, now);
    const before = recorded({
      name: row.name,
      photo_url: row.photoKey && publicUrl(row.photoKey),
      institution_id: row.institutionId,
      book_ids: (await listProgramBooks(tx, id, now)).map((book) => book.id),
    });
    const after = recorded({ ...body, photo_url: photoKey && publicUrl(photoKey) });
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const { book_ids: booksBefore, ...detailsBefore } = before;
    const { book_ids: bookIds, ...details } = after;
    if (JSON.stringify(detailsBefore) !== JSON.stringify(details)) {
      const { name, institution_id: institutionId } = body;
      await updateProgramDetails(tx, id, { name, photoKey, institutionId }, now);
      if (photoKey !== row.photoKey) await leavePicture(tx, row.photoKey, now);
    }
    if (JSON.stringify(booksBefore) !== JSON.stringify(bookIds))
      await replaceProgramBooks(tx, id, bookIds, now);
    await audit(tx, actor, 'program.update', id, { before, after }, now);
  });
}

async function demandChoices(
  tx: Tx,
  { book_ids: ids, institution_id: institutionId }: ProgramBody,
  now: Date,
): Promise<void> {
  const books = await listBooksById(tx, ids, now);
  demand(books.length === ids.length, 'invalid', { book_ids: VALUE_MESSAGES.noSuchBook });
  const isKnown = institutionId === null || (await hasInstitution(tx, institutionId));
  demand(isKnown, 'invalid', { institution_id: VALUE_MESSAGES.noSuchInstitution });
}

/** The recorded fields in a fixed order, so that every difference in the audit log is a change. */
const recorded = ({ name, photo_url, institution_id, book_ids }: ProgramBody) => ({
  name,
  photo_url,
  institution_id,
  book_ids,
});

const audit = (tx: Tx, actor: Actor, action: AuditAction, id: string, detail: object, now: Date) =>
  recordAudit(
    tx,
    { actorId: actor.userId, action, subjectType: 'program', subjectId: id, detail: { ...detail } },
    now,
  );
