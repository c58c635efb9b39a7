import type { Db } from '../../../platform/database/database.ts';
import { entriesOf } from '../read-manifest.ts';
import type { Edition } from '../store/release-queries.ts';
import {
  type ListedPackage,
  type ListedProgram,
  listSetPackages,
  listSetPeople,
  listSetPrograms,
} from '../store/staff-decision-queries.ts';
import type { BookUnderCheck } from './book-under-check.ts';

const SET = 'as set in the administration';

/** Decisions of staff stay; the import reports where the folder differs from them. */
export async function noteStaffDecisions(db: Db, book: BookUnderCheck, edition: Edition): Promise<void> {
  const { packages, programs } = book.manifest;
  const slugsOf = (list: readonly { slug: string }[] | undefined) =>
    [...entriesOf(list)].map(([, each]) => each.slug);
  noteMemberships(book, 'packages', await listSetPackages(db, edition, slugsOf(packages)));
  noteMemberships(book, 'programs', await listSetPrograms(db, edition, slugsOf(programs)));
  await notePeople(db, book, edition);
}

function noteMemberships(
  book: BookUnderCheck,
  field: 'packages' | 'programs',
  set: readonly (ListedPackage | ListedProgram)[],
): void {
  const what = field === 'packages' ? 'package' : 'program';
  const named = new Map(
    [...entriesOf(book.manifest[field])].map(([index, entry]) => [entry.slug, { index, entry }]),
  );
  for (const stored of set) {
    const { slug, detailsAreSet, booksAreSet, hasBook } = stored;
    const found = named.get(slug);
    if (!found) {
      if (booksAreSet && hasBook)
        book.warning([field], `does not name the ${what} "${slug}"; the book stays in it, ${SET}`);
      continue;
    }
    const { index, entry } = found;
    if (booksAreSet && !hasBook)
      book.warning([field, index], `names the ${what} "${slug}"; the book stays out of it, ${SET}`);
    if (!detailsAreSet) continue;
    if (entry.name !== undefined && entry.name !== stored.name)
      book.warning([field, index, 'name'], `stays "${stored.name}", ${SET}; the folder says "${entry.name}"`);
    if ('description' in entry && 'description' in stored && entry.description !== stored.description)
      book.warning([field, index, 'description'], `stays, ${SET}`);
    const picture = 'image' in entry ? 'image' : 'photo' in entry ? 'photo' : null;
    if (picture) book.warning([field, index, picture], `is not used; the picture stays, ${SET}`);
  }
}

async function notePeople(db: Db, book: BookUnderCheck, edition: Edition): Promise<void> {
  const { assigned } = book.manifest;
  const named = {
    author: (assigned?.authors ?? []).map((email) => email.toLowerCase()),
    editor: (assigned?.editors ?? []).map((email) => email.toLowerCase()),
  };
  for (const { email, role, isDismissed } of await listSetPeople(db, edition)) {
    if (role === 'producer') continue;
    const index = named[role].indexOf(email);
    if (isDismissed && index >= 0)
      book.warning(['assigned', `${role}s`, index], `names ${email}, who stays off the book, ${SET}`);
    // The desk does not name people: they are set in the administration.
    if (!isDismissed && index < 0 && book.source === 'folder')
      book.warning(
        ['assigned'],
        `does not name ${email}, who stays ${role === 'author' ? 'an author' : 'an editor'}, ${SET}`,
      );
  }
}
