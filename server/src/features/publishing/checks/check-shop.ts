import { identifierOf } from '@vesalius/contract/identifiers';
import type { Db } from '../../../platform/database/database.ts';
import type { Path } from '../mistakes.ts';
import { entriesOf } from '../read-manifest.ts';
import { dayToCome } from '../releases/release-day.ts';
import { findPublisherBySlug, identifiersOf, listSameIdentifiers } from '../store/bibliography-queries.ts';
import { findBookPrice, listPackagePrices, type ShopPrice } from '../store/price-queries.ts';
import {
  type Edition,
  findLastDay,
  isShown,
  listEditions,
  listExistingSlugs,
} from '../store/release-queries.ts';
import type { BookUnderCheck } from './book-under-check.ts';
import { isOver } from './is-over.ts';
import { noteStaffDecisions } from './note-staff-decisions.ts';

/** Checks what the manifest refers to in the shop: the edition that it replaces, packages and programs. */
export async function checkAgainstShop(db: Db, book: BookUnderCheck, now: Date): Promise<void> {
  const { slug, edition, price, replaces, packages, programs } = book.manifest;
  if (slug && replaces) {
    const editions = await listEditions(db, slug);
    if (!editions.includes(replaces.edition)) {
      const known =
        editions.length > 0 ? `known are: ${editions.join(', ')}` : 'none of this slug was imported';
      book.mistake(['replaces', 'edition'], `is "${replaces.edition}", which is not in the shop; ${known}`);
    }
  }
  if (replaces && isOver(replaces.readable_until, now)) {
    // The same last day may be published again after it has passed.
    const known = slug && edition ? await findLastDay(db, { slug, edition }) : null;
    if (known !== replaces.readable_until)
      book.mistake(
        ['replaces', 'readable_until'],
        `is ${replaces.readable_until}, which is over; give a later day`,
      );
  }
  if (slug && edition && price !== undefined) {
    const shopPrice = await findBookPrice(db, { slug, edition });
    if (shopPrice) notePrice(book, ['price'], price, shopPrice);
  }
  if (slug && edition) {
    await noteReleaseDay(db, book, { slug, edition }, now);
    await checkIdentifiers(db, book, { slug, edition });
    await noteStaffDecisions(db, book, { slug, edition });
  }
  await checkPublisher(db, book);
  const slugsOf = (list: readonly { slug: string }[] | undefined) =>
    [...entriesOf(list)].map(([, each]) => each.slug);
  const knownPackages = await listPackagePrices(db, slugsOf(packages));
  for (const [index, { slug: name, ...fields }] of entriesOf(packages)) {
    const shopPrice = knownPackages.get(name);
    if (shopPrice && fields.price !== undefined)
      notePrice(book, ['packages', index, 'price'], fields.price, shopPrice);
    if (shopPrice) continue;
    if (fields.name === undefined || fields.price === undefined) {
      book.mistake(
        ['packages', index],
        `names the package "${name}", which is new; give it a name and a price`,
      );
    }
  }
  const knownPrograms = await listExistingSlugs(db, 'programs', slugsOf(programs));
  for (const [index, { slug: name, ...fields }] of entriesOf(programs)) {
    if (!knownPrograms.has(name) && fields.name === undefined) {
      book.mistake(['programs', index], `names the program "${name}", which is new; give it a name`);
    }
  }
}

async function noteReleaseDay(db: Db, book: BookUnderCheck, edition: Edition, now: Date): Promise<void> {
  const { release_date: day } = book.manifest;
  if (book.hasMistake('release_date') || !dayToCome(day, now)) return;
  book.warning(
    ['release_date'],
    (await isShown(db, edition, now))
      ? `is ${day}, a day to come, but readers see this book already: it stays in the shop`
      : `is ${day}, a day to come: readers see the book from then on (00:00 UTC)`,
  );
}

async function checkIdentifiers(db: Db, book: BookUnderCheck, edition: Edition): Promise<void> {
  const { isbn, doi } = book.manifest;
  const fields: [Path, string | undefined][] = [
    [['isbn', 'print'], isbn?.print],
    [['isbn', 'electronic'], isbn?.electronic],
    [['doi'], doi],
  ];
  const identifiers = identifiersOf({ isbn, doi });
  if (identifiers.length === 0) return;
  const others = await listSameIdentifiers(db, edition, identifiers);
  for (const [path, text] of fields) {
    const own = text && identifierOf(text);
    const other = others.find((each) => own && each.identifiers.includes(own));
    if (other)
      book.mistake(path, `is that of "${other.title}", edition ${other.edition}; each edition has its own`);
  }
}

async function checkPublisher(db: Db, book: BookUnderCheck): Promise<void> {
  const { publisher } = book.manifest;
  if (!publisher) return;
  const known = await findPublisherBySlug(db, publisher.slug);
  const { name } = publisher;
  if (!known && name === undefined)
    book.mistake(['publisher'], `names the publisher "${publisher.slug}", which is new; give it a name`);
  if (known?.isSetByStaff && name !== undefined && name !== known.name)
    book.warning(
      ['publisher', 'name'],
      `stays "${known.name}", as set in the administration; the folder says "${name}"`,
    );
}

/** Warns if the price differs from that of the shop, and says whether the release changes it. */
function notePrice(book: BookUnderCheck, path: Path, dollars: number, { cents, setIn }: ShopPrice): void {
  const shop = dollarText(cents);
  const given = dollarText(Math.round(dollars * 100));
  if (shop === given) return;
  const stays = setIn === 'administration' || (setIn === 'desk' && book.source === 'folder');
  const where = setIn === 'desk' ? 'on the desk' : 'in the administration';
  book.warning(
    path,
    stays
      ? `stays ${shop}, as set ${where}; the ${book.source} says ${given}`
      : `changes from ${shop} to ${given} for new subscriptions`,
  );
}

const dollarText = (cents: number): string =>
  `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
