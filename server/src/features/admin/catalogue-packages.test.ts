import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { administration, NOBODY } from '../../testing/administration.ts';
import type { Person } from '../../testing/app.ts';
import { buildBook, buildPackage, buildSubscription } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

const t = administration();
const call: typeof t.call = (name, options) => t.call(name, options);
let counter = 0;
const newSlug = () => `desk-package-${++counter}`;
const books = async (count = 2) => {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push((await buildBook(t.app.deps.db)).id);
  return made;
};
const bodyOf = (book_ids: readonly string[], changed: object = {}) => ({
  ...{ name: 'Heart and lung', description: 'Both.', image_url: null, book_ids, slug: newSlug(), price: 150 },
  ...changed,
});
const make = async (book_ids: readonly string[], changed: object = {}) =>
  (await call('createPackage', { body: bodyOf(book_ids, changed) })).body.id as string;
const inShop = async (id: string) => {
  t.app.clock.advance(61_000);
  return t.app.call(catalogueCalls.getPackage, { params: { id } });
};
const canRead = async (as: Person, id: string) =>
  (await t.app.call(catalogueCalls.getBook, { as, params: { id } })).body.has_access;

describe('a package made by staff', () => {
  it('is sold once it is published, in the order and at the price that were given', async () => {
    const [one, two] = (await books()) as [string, string];
    const id = await make([two, one]);
    expect((await inShop(id)).status).toBe(404);
    expect((await call('publishPackage', { params: { id } })).body.is_published).toBe(true);
    const { body } = await inShop(id);
    expect(body).toMatchObject({ name: 'Heart and lung', description: 'Both.', price: 150 });
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([two, one]);
    expect((await t.auditOf(id)).map((entry: { action: string }) => entry.action)).toEqual([
      'package.publish',
      'package.create',
    ]);
  });

  it('needs two books that are sold to be in the shop, and cannot lose them there', async () => {
    const [one, two] = (await books()) as [string, string];
    const hidden = (await buildBook(t.app.deps.db, { published: false })).id;
    const id = await make([one]);
    expect(await call('publishPackage', { params: { id } })).toMatchObject({
      status: 422,
      body: { fields: { book_ids: 'A bundle in the shop needs at least two books that are sold.' } },
    });
    const update = async (book_ids: string[]) => {
      const { changed_at } = (await call('getCataloguePackage', { params: { id } })).body;
      const { slug: _slug, price: _price, ...body } = bodyOf(book_ids);
      return call('updatePackage', { params: { id }, body: { ...body, changed_at } });
    };
    expect((await update([one, hidden])).body.fields).toEqual({
      book_ids: 'Choose books that are in the shop.',
    });
    const replaced = (await buildBook(t.app.deps.db)).id;
    const newer = (await buildBook(t.app.deps.db)).id;
    await sql`update books set old_version_book_id = ${replaced} where id = ${newer}`.execute(t.app.deps.db);
    expect((await update([one, replaced])).body.fields).toEqual({
      book_ids: 'Choose books that are in the shop.',
    });
    expect((await update([one, NOBODY])).body.fields).toEqual({ book_ids: 'Choose books that are here.' });
    expect((await update([one, two])).status).toBe(200);
    expect((await call('publishPackage', { params: { id } })).status).toBe(200);
    expect((await update([one])).status).toBe(422);
    expect((await inShop(id)).body.items).toHaveLength(2);
    // A newer edition takes the place of one that is in it: the shop names what is sold.
    await sql`update books set old_version_book_id = ${two} where id = ${newer}`.execute(t.app.deps.db);
    expect((await inShop(id)).body.items.map((item: { id: string }) => item.id)).toEqual([one]);
    const { body } = await call('getCataloguePackage', { params: { id } });
    expect(body).toMatchObject({ book_count: 2, sold_book_count: 1 });
    await sql`update books set price_cents = 12300 where id = ${one}`.execute(t.app.deps.db);
    expect((await call('getCataloguePackage', { params: { id } })).body.sold_books_price).toBe(123);
    expect(body.books.map(({ state }: { state: string }) => state)).toEqual(['published', 'replaced']);
  });

  it('has a slug of its own, and is not given away by a slip', async () => {
    const ids = await books();
    const body = bodyOf(ids);
    expect((await call('createPackage', { body })).status).toBe(201);
    expect(await call('createPackage', { body })).toMatchObject({
      status: 409,
      body: { code: 'slug_taken', fields: { slug: 'This slug is taken.' } },
    });
    const both = await Promise.all(
      [0, 1].map(() => call('createPackage', { body: { ...body, slug: 'at-once' } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await call('createPackage', { body: bodyOf(ids, { slug: 'No Slug' }) })).status).toBe(422);
    expect((await call('createPackage', { body: bodyOf(ids, { price: 0 }) })).status).toBe(422);
    expect((await call('createPackage', { body: bodyOf(ids, { price: 0, free: true }) })).status).toBe(201);
    expect((await call('createPackage', { body: bodyOf([ids[0] as string, ids[0] as string]) })).status).toBe(
      422,
    );
  });

  it('is not changed by who saw it before somebody else changed it', async () => {
    const id = await make(await books());
    const { changed_at, books: listed } = (await call('getCataloguePackage', { params: { id } })).body;
    const { slug: _slug, price: _price, ...body } = bodyOf(listed.map((book: { id: string }) => book.id));
    t.app.clock.advance(1000);
    const first = await call('updatePackage', {
      params: { id },
      body: { ...body, name: 'First', changed_at },
    });
    expect(first.status).toBe(200);
    const second = await call('updatePackage', {
      params: { id },
      body: { ...body, name: 'Second', changed_at },
    });
    expect(second).toMatchObject({ status: 409, body: { code: 'edited_meanwhile' } });
    expect((await call('getCataloguePackage', { params: { id } })).body.name).toBe('First');
    expect((await t.auditOf(id))[0]).toMatchObject({
      action: 'package.update',
      detail: { before: { name: 'Heart and lung' }, after: { name: 'First' } },
    });
  });

  it('shows the picture that was uploaded, and the one before goes', async () => {
    const { storage } = t.app.deps;
    const upload = async () => {
      const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
        .png()
        .toBuffer();
      const place = await t.app.call(accountsCalls.createUpload, {
        as: t.staff,
        body: { purpose: 'listing_picture', content_type: 'image/png', size: picture.length },
      });
      const answer = await t.app.app.inject({
        method: 'PUT',
        url: place.body.upload_url,
        headers: { 'content-type': 'image/png' },
        payload: picture,
      });
      return answer.json().link as string;
    };
    const first = await upload();
    const id = await make(await books(), { image_url: first });
    const shown = (await call('getCataloguePackage', { params: { id } })).body;
    expect(shown.image_url).toBe(first);
    const second = await upload();
    const {
      slug: _slug,
      price: _price,
      ...body
    } = bodyOf(shown.books.map((book: { id: string }) => book.id));
    const saved = await call('updatePackage', {
      params: { id },
      body: { ...body, image_url: second, changed_at: shown.changed_at },
    });
    expect(saved.body.image_url).toBe(second);
    t.app.clock.advance(25 * HOUR_MS);
    await mailsTo(t.app, t.staff.email);
    expect(await storage.find(first.replace('/files/', ''))).toBeNull();
    expect(await storage.find(second.replace('/files/', ''))).not.toBeNull();
    const foreign = {
      ...body,
      image_url: '/files/public/avatars/1-00.webp',
      changed_at: saved.body.changed_at,
    };
    expect((await call('updatePackage', { params: { id }, body: foreign })).status).toBe(422);
  });
});

describe('who subscribes to a package', () => {
  it('keeps a book that leaves it, and whoever comes later does not get it', async () => {
    const { db } = t.app.deps;
    const [stays, leaves, comes] = (await books(3)) as [string, string, string];
    const { id } = await buildPackage(db, { bookIds: [stays, leaves] });
    const early = await t.app.person();
    await buildSubscription(db, { userId: early.id, packageId: id });
    t.app.clock.advance(DAY_MS);
    const { changed_at } = (await call('getCataloguePackage', { params: { id } })).body;
    const { slug: _slug, price: _price, ...body } = bodyOf([comes, stays]);
    expect((await call('updatePackage', { params: { id }, body: { ...body, changed_at } })).status).toBe(200);
    t.app.clock.advance(1000);
    const late = await t.app.person();
    const granted = await call('grantSubscription', {
      params: { id: late.id },
      body: { package_id: id, months: 12 },
    });
    expect(granted.status).toBe(201);
    for (const [as, opens] of [
      [early, [true, true, true]],
      [late, [true, false, true]],
    ] as const) {
      expect([await canRead(as, stays), await canRead(as, leaves), await canRead(as, comes)]).toEqual(opens);
      const own = (await t.app.call(catalogueCalls.listOwnBooks, { as })).body.data;
      expect(own.map((book: { id: string }) => book.id).includes(leaves)).toBe(opens[1]);
    }
    const pages = (as: typeof early) => t.app.call(readerCalls.getBookPages, { as, params: { id: leaves } });
    expect((await pages(early)).body.last_readable_page).toBe((await pages(early)).body.number_of_pages);
    expect((await inShop(id)).body.items.map((item: { id: string }) => item.id)).toEqual([comes, stays]);
  });

  it('keeps it when it is withdrawn, and nobody else can buy it', async () => {
    const { db } = t.app.deps;
    const { id, bookIds } = await buildPackage(db, { bookIds: await books() });
    const reader = await t.app.person();
    await buildSubscription(db, { userId: reader.id, packageId: id });
    expect((await call('withdrawPackage', { params: { id } })).body).toMatchObject({
      is_published: false,
      subscribers: 1,
    });
    expect((await inShop(id)).status).toBe(404);
    expect(await canRead(reader, bookIds[0] as string)).toBe(true);
    expect((await call('withdrawPackage', { params: { id } })).status).toBe(200);
    expect(await t.auditOf(id)).toHaveLength(1);
  });
});
