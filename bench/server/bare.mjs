/**
 * The least that could answer the same: bare node:http, the same statements through the same driver and pool,
 * JSON.stringify. No routing, no schemas, no log, no headers, no sessions, no policy.
 */
import { createServer } from 'node:http';

const [url, bookId, port] = process.argv.slice(2);
const dist = new URL('../../server/dist/', import.meta.url);
const { connect } = await import(new URL('platform/database/database.js', dist));
const lists = await import(new URL('features/catalogue/book-list-queries.js', dist));
const { findDetail } = await import(new URL('features/catalogue/book-detail-queries.js', dist));
const { upsertProgress } = await import(new URL('features/reader/queries.js', dist));

const log = { info() {}, warn() {}, error: console.error };
const { db } = connect({ url, size: 16, log, namedStatements: true });
const answers = {
  list: () => lists.listShopBooks(db, {}, { limit: 10, offset: 0 }, new Date()),
  profile: () => findDetail(db, bookId, new Date()),
  progress: (search) =>
    upsertProgress(db, {
      userId: search.get('user'),
      bookId,
      page: Number(search.get('page')),
      readAt: new Date(),
    }),
};
// Ends with the measurement, however that ends.
process.once('disconnect', () => process.exit());
createServer(async (request, response) => {
  const address = new URL(request.url, 'http://localhost');
  const body = JSON.stringify(await answers[address.pathname.slice(1)](address.searchParams));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
