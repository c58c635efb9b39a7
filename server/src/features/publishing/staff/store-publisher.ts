import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { CataloguePublisher, PublisherBody } from '@vesalius/contract/publishing-admin';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { publicUrl } from '../../catalogue/book-card.ts';
import { leavePicture, pictureKeyOf } from './listing-picture.ts';
import {
  type CataloguePublisherRow,
  findPublisher,
  insertPublisher,
  listPublisherBooks,
  listPublishers,
  lockPublisher,
  type PublisherDetails,
  updatePublisherDetails,
} from './publisher-queries.ts';
import { demandSame } from './store-package.ts';

type Part = Pick<Deps, 'db' | 'clock' | 'storage'>;

const presentRow = ({ id, slug, name, imprint, bookCount }: CataloguePublisherRow) => ({
  id,
  slug,
  name,
  imprint,
  book_count: bookCount,
});

/** One page of publishers, each row with the total number found. */
export const listCataloguePublishers = async (db: Db, asked: Slice & { search: string | undefined }) =>
  (await listPublishers(db, asked)).map((row) => ({ ...presentRow(row), count: row.count }));

export async function getPublisher(db: Db, id: string, now: Date): Promise<CataloguePublisher> {
  const row = await findPublisher(db, id);
  demand(row, 'not_found');
  return {
    ...presentRow(row),
    ...recorded(row),
    books: await listPublisherBooks(db, id, now),
    changed_at: row.changedAt?.toISOString() ?? null,
  };
}

/** Throws `slug_taken`. */
export async function createPublisher(
  { db, clock, storage }: Part,
  actor: Actor,
  { slug, ...body }: PublisherBody & { slug: string },
): Promise<string> {
  const now = clock.now();
  const details = detailsOf(body, await pictureKeyOf(storage, body.logo_url, null), 0);
  return inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const id = newId();
    const made = await insertPublisher(tx, { id, slug, ...details }, now);
    demand(made === 1, 'slug_taken', { slug: VALUE_MESSAGES.slugTaken });
    const record = { subjectType: 'publisher', subjectId: id, detail: { after: recorded(details) } };
    await recordAudit(tx, { actorId: actor.userId, action: 'publisher.create', ...record }, now);
    return id;
  });
}

/** Throws `edited_meanwhile`. */
export async function updatePublisher(
  { db, clock, storage }: Part,
  actor: Actor,
  id: string,
  { changed_at: changedAt, ...body }: PublisherBody & { changed_at: string | null },
): Promise<void> {
  const now = clock.now();
  const shown = await findPublisher(db, id);
  demand(shown, 'not_found');
  const logoKey = await pictureKeyOf(storage, body.logo_url, shown.logoKey);
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const row = await lockPublisher(tx, id);
    demand(row, 'not_found');
    demandSame(row.changedAt, changedAt);
    const details = detailsOf(body, logoKey, row.requiredApprovals);
    const [before, after] = [recorded(row), recorded(details)];
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await updatePublisherDetails(tx, id, details, now);
    if (details.logoKey !== row.logoKey) await leavePicture(tx, row.logoKey, now);
    const record = { subjectType: 'publisher', subjectId: id, detail: { before, after } };
    await recordAudit(tx, { actorId: actor.userId, action: 'publisher.update', ...record }, now);
  });
}

const detailsOf = (
  body: PublisherBody,
  logoKey: string | null,
  requiredBefore: number,
): PublisherDetails => ({
  name: body.name,
  imprint: body.imprint,
  logoKey,
  website: body.website,
  contactEmail: body.contact_email,
  requiredApprovals: body.required_approvals ?? requiredBefore,
});

/**
 * The recorded fields by their names in the contract and in a fixed order, so that every difference in the audit log
 * is a change.
 */
const recorded = ({
  name,
  imprint,
  logoKey,
  website,
  contactEmail,
  requiredApprovals,
}: PublisherDetails) => ({
  name,
  imprint,
  logo_url: logoKey && publicUrl(logoKey),
  website,
  contact_email: contactEmail,
  required_approvals: requiredApprovals,
});
