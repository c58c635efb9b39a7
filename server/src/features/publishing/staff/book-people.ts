import type { BookRole, CatalogueBook } from '@vesalius/contract/publishing-admin';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { assignBooks, unassignBook } from '../assign-books.ts';
import { holdAccount } from '../works/people-queries.ts';
import { type BookPersonRow, findBook, isAssigned, listBookPeople } from './book-people-queries.ts';

export { listBooks as listCatalogueBooks } from './book-people-queries.ts';

/** The account roles in which an assignment gives access. */
const ACCOUNT_ROLES: Readonly<Record<BookRole, readonly string[]>> = {
  author: ['author'],
  editor: ['editor'],
  producer: ['author', 'editor'],
};
export const maySeeAs = (role: BookRole, accountRole: string): boolean =>
  ACCOUNT_ROLES[role].includes(accountRole);

export async function getBookPeople(db: Db, id: string, now: Date): Promise<CatalogueBook> {
  const book = await findBook(db, id, now);
  demand(book, 'not_found');
  const { isbnPrint, isbnElectronic, ...facts } = book;
  return {
    ...facts,
    isbn_print: isbnPrint,
    isbn_electronic: isbnElectronic,
    people: (await listBookPeople(db, id)).map(presentPerson),
  };
}

const presentPerson = (row: BookPersonRow) => ({
  email: row.email,
  role: row.role,
  person: row.personId === null ? null : { id: row.personId, name: row.name },
  is_idle: row.accountRole !== null && !maySeeAs(row.role, row.accountRole),
  named_by: row.setAt === null ? ('book_folder' as const) : ('staff' as const),
});

interface Assignment {
  readonly bookId: string;
  readonly email: string;
  readonly role: BookRole;
}

/** Locked before its assignments, as by a deletion of the account and a change of its role. */
type Account = Awaited<ReturnType<typeof holdAccount>>;

/** Call it within the transaction that gives the account the required role. False: the person was assigned before. */
export async function addBookPerson(
  tx: Tx,
  actor: Actor,
  { bookId, email, role }: Assignment,
  now: Date,
): Promise<boolean> {
  const account = await holdAccount(tx, email);
  const isNew = !(await isAssigned(tx, { bookId, email, role }));
  demand((await assignBooks(tx, { email, role, bookIds: [bookId] }, now)) === 1, 'not_found');
  if (isNew) await audit(tx, actor, 'book.assign', { bookId, email, role, account }, now);
  return isNew;
}

/** False: the person was not assigned. */
export async function dismissBookPerson(
  tx: Tx,
  actor: Actor,
  assignment: Assignment,
  now: Date,
): Promise<boolean> {
  const account = await holdAccount(tx, assignment.email);
  const isGone = await unassignBook(tx, assignment, now);
  if (isGone) await audit(tx, actor, 'book.unassign', { ...assignment, account }, now);
  return isGone;
}

async function audit(
  tx: Tx,
  actor: Actor,
  action: 'book.assign' | 'book.unassign',
  { bookId, email, role, account }: Assignment & { account: Account },
  now: Date,
): Promise<void> {
  // Records the account if there is one: the audit log outlives it, and its address is erased with it.
  const detail = { role, ...(account ? { user_id: account.id } : { email }) };
  await recordAudit(
    tx,
    { actorId: actor.userId, action, subjectType: 'book', subjectId: bookId, detail },
    now,
  );
}
