import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { demandForeseeable } from '../../../platform/demand-foreseeable.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueAgain } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { isOver } from '../checks/is-over.ts';
import { publishingJobs } from '../jobs.ts';
import type { Manifest } from '../manifest.ts';
import { addBookPerson } from '../staff/book-people.ts';
import { findBookPrice } from '../store/price-queries.ts';
import { findReleaseRow, listReleaseFiles } from '../store/release-queries.ts';
import { demandWork } from '../studio/access.ts';
import { pdfJobKey } from '../works/add-work-file.ts';
import { insertEmptyWork } from '../works/fill-queries.ts';
import { fillWork } from '../works/fill-work.ts';
import { listWorkPeople } from '../works/people-queries.ts';
import { findWork, listIdentities, lockWork } from '../works/work-queries.ts';
import { demandReleaseNotBarred } from './bar-queries.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { findCurrentRevision } from './release-list-queries.ts';

interface NewEdition {
  readonly id?: string | undefined;
  readonly edition: string;
  /** The release that it copies; absent: the one that readers see. */
  readonly revision?: number | undefined;
  /** Null: the earlier edition is not replaced. */
  readonly readableUntil: string | null;
}

/**
 * Creates a work with the content, the files and the people of a release. Its pages are prepared like those of any
 * PDF, because page sets belong to one work.
 */
export async function createEdition(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  given: NewEdition,
): Promise<string> {
  const { db, clock } = deps;
  await demandWork(db, actor, workId, 'edit');
  demandForeseeable({ readable_until: given.readableUntil }, clock.now());
  demand(!given.readableUntil || !isOver(given.readableUntil, clock.now()), 'invalid', {
    readable_until: VALUE_MESSAGES.dayIsPast,
  });
  await rebuildFirstRelease(deps, workId);
  const revision = given.revision ?? (await findCurrentRevision(db, workId));
  const release = await findReleaseRow(db, { bookId: workId, revision });
  demand(release?.manifest && release.publishedAt, 'not_found');
  const inShop = await findBookPrice(db, release.manifest);
  // The price may have changed since, in the administration or with a later release.
  const price = inShop === null ? release.manifest.price : inShop.cents / 100;
  const manifest = { ...manifestOfEdition(release.manifest, given), price };
  const files = await listReleaseFiles(db, { bookId: workId, revision });
  const { id = newId() } = given;
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    // Nobody bars the release until the transaction ends.
    await lockWork(tx, workId);
    await demandReleaseNotBarred(tx, { bookId: workId, revision });
    const now = clock.now();
    if (!(await insertEmptyWork(tx, { workId: id, userId: actor.userId, now }))) {
      const made = await findWork(tx, id);
      // A repeated request whose first answer was lost.
      const isSame = made?.createdBy === actor.userId && made.manifest.edition === manifest.edition;
      demand(isSame && made.manifest.slug === manifest.slug, 'slug_taken');
      return;
    }
    const taken = await listIdentities(tx, id, [manifest.slug]);
    demand(!taken.some((each) => each.edition === manifest.edition), 'slug_taken');
    await fillWork(tx, { workId: id, manifest, files, userId: actor.userId, now });
    for (const { email, role } of await listWorkPeople(tx, [workId]))
      await addBookPerson(tx, actor, { bookId: id, email, role }, now);
    const asset = files.get(manifest.pdf);
    if (asset) {
      const job = { work_id: id, asset, sender: actor.userId };
      const options = { dedupeKey: pdfJobKey(id, asset), maxAttempts: 4 };
      await enqueueAgain(tx, [publishingJobs.prepareWorkPdf(job, options)]);
    }
    await recordAudit(
      tx,
      {
        ...{ actorId: actor.userId, action: 'work.create', subjectType: 'work', subjectId: id },
        detail: { title: manifest.title, book_id: workId, revision },
      },
      now,
    );
  });
  return id;
}

/**
 * Leaves out what belongs to the earlier edition alone: its identifiers and dates, which the check list then asks
 * for, and its programs, which continue with the edition that they teach.
 */
function manifestOfEdition(
  manifest: Manifest,
  { edition, readableUntil }: Pick<NewEdition, 'edition' | 'readableUntil'>,
): Omit<Manifest, 'release_date'> {
  const { isbn: _isbn, doi: _doi, replaces: _replaces, programs: _programs, ...kept } = manifest;
  const { release_date: _release, review_date: _review, expiry_date: _expiry, ...content } = kept;
  return {
    ...{ ...content, edition, programs: [], assigned: { authors: [], editors: [] } },
    ...(readableUntil ? { replaces: { edition: manifest.edition, readable_until: readableUntil } } : {}),
  };
}
