/**
 * The minimal server with the same answers: bare node:http, the same statements through the same driver and pool,
 * JSON.stringify. No routing, no schemas, no log, no headers, no sessions, no policy.
 */
import { createServer } from 'node:http';
import { sql } from 'kysely';
import { built } from '../built.mjs';

const [url, bookId, port] = process.argv.slice(2);
const { connect } = await built('platform/database/database.js');
const lists = await built('features/catalogue/book-list-queries.js');
const { findDetail } = await built('features/catalogue/book-detail-queries.js');
const { maybeOne } = await built('platform/database/database.js');

const log = { info() {}, warn() {}, error: console.error };
const { db } = connect({ url, size: 16, log, namedStatements: true });
const answers = {
  list: () => lists.listShopBooks(db, {}, { limit: 10, offset: 0 }, new Date()),
  profile: () => findDetail(db, bookId, new Date()),
  progress: (search) => upsertProgress(search.get('user'), Number(search.get('page')), new Date()),
};
/** The write of the product, one row a statement. */
function upsertProgress(userId, page, readAt) {
  return maybeOne(
    db,
    sql`with kept as (
        insert into shown_pages as k (user_id, book_id, part, shown_at)
        values (${userId}, ${bookId}, (${page}::int - 1) / 64, merge_shown('{}', format('[%s:%s]={%s}',
          (${page}::int - 1) % 64 + 1, (${page}::int - 1) % 64 + 1, shown_time(${readAt}))::integer[]))
        on conflict (user_id, book_id, part) do update set shown_at = merge_shown(k.shown_at, excluded.shown_at)
      )
      insert into book_progress as g (user_id, book_id, page, status, started_at, updated_at)
      select ${userId}::uuid, b.id, ${page}::int, 'in_progress', ${readAt}::timestamptz, ${readAt}::timestamptz
      from books b where b.id = ${bookId} and ${page}::int <= b.number_of_pages
      on conflict (user_id, book_id) do update set
        page = case when g.updated_at <= excluded.updated_at then excluded.page else g.page end,
        updated_at = greatest(g.updated_at, excluded.updated_at)
      returning status, page`,
  );
}
// Ends with the measurement, however that ends.
process.once('disconnect', () => process.exit());
createServer(async (request, response) => {
  const address = new URL(request.url ?? '/', 'http://localhost');
  const body = JSON.stringify(await answers[address.pathname.slice(1)](address.searchParams));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
