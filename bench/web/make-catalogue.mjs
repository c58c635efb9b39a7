/**
 * A library of any size, made by the database itself: words by Zipf's law, from a pool of pages that are written once
 * and distributed over the books, so that a common word is on every third page and a rare one on one of twenty
 * thousand.
 */
const CHAPTERS = 12;
const POOL = 20_000;
const WORDS_A_PAGE = 220;
const VOCABULARY = 40_000;
const BOOKS_A_STATEMENT = 100;
/** Connections that write pages at the same time. */
const WRITERS = 2;
const SUBJECTS =
  'Cardiology,Nephrology,Neurology,Radiology,Oncology,Paediatrics,Dermatology,Haematology,Rheumatology,Psychiatry,Pathology,Anatomy,Physiology,Surgery,Anaesthesia,Obstetrics,Urology,Ophthalmology,Endocrinology,Pharmacology'.split(
    ',',
  );
const MANNERS =
  'Clinical,Applied,Practical,Essential,Advanced,Comparative,Interventional,Emergency,Ambulatory,Molecular,Evidence-Based,Preventive,Geriatric,Critical Care,Tropical'.split(
    ',',
  );
const FORMS =
  'Handbook,Atlas,Companion,Casebook,Manual,Primer,Review,Compendium,Guide,Lectures,Introduction,Reference'.split(
    ',',
  );
const FIRST =
  'Ada,Bruno,Clara,David,Elena,Farid,Grace,Hugo,Ines,Jonas,Karim,Lena,Marta,Nadia,Omar,Paula'.split(',');
const LAST =
  'Okafor,Vestergaard,Lindqvist,Haddad,Moreau,Tanaka,Novak,Ferreira,Schmidt,Rossi,Kowalski,Ibrahim,Nguyen,Larsen,Costa,Weber'.split(
    ',',
  );

/** The same numbers in every run. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const SYLLABLES =
  'car,dio,neph,ro,lo,gy,ma,le,ta,sis,the,ra,py,ton,ic,al,in,ter,ven,tri,cu,lar,os,teo,po,ly,he,pa,ti,tis,gas,tro,en,do,cri,ne,pul,mo,na,ry,cer,e,bral,vas,sci,rum'.split(
    ',',
  );

/**
 * Words of two to five syllables, the most frequent first: the 60th is on every third page, the 300th on one of
 * fifteen.
 */
export function vocabulary() {
  const next = random(7);
  const words = new Set();
  while (words.size < VOCABULARY) {
    let word = '';
    for (let count = 2 + Math.floor(next() * 4); count > 0; count -= 1)
      word += SYLLABLES[Math.floor(next() * SYLLABLES.length)];
    words.add(word);
  }
  return [...words];
}

function pageTexts(words) {
  const next = random(11);
  // Zipf: the n-th word is 1/n as frequent as the first one; the power turns an even number into that.
  const word = () => words[Math.floor(words.length ** next()) - 1] ?? words[0];
  return Array.from({ length: POOL }, () => Array.from({ length: WORDS_A_PAGE }, word).join(' '));
}

const pick = (list, number) => list[number % list.length];
const titleOf = (n) =>
  `${pick(MANNERS, n)} ${pick(SUBJECTS, Math.floor(n / 7))}: a ${pick(FORMS, Math.floor(n / 131))}, Volume ${1 + (n % 9)}`;

/** `pool`: of connections to a migrated and empty database. Ids are made in order, as the product's are. */
export async function makeCatalogue(pool, newId, { pages, books, coverKey = 'public/none.webp' }) {
  const pagesOfBook = Math.round(pages / books);
  const client = await pool.connect();
  const run = (text, values = []) => client.query(text, values);
  await run(`set statement_timeout = 0`);
  // Rows whose parents were made a line above; the whole library can be made again when the power fails.
  await run(`set session_replication_role = replica`);
  await run(`set maintenance_work_mem = '2GB'`);
  await run(`drop index book_pages_search`);
  await run(`drop index book_pages_preview_search`);
  await run(`alter table book_pages set unlogged`);
  const words = vocabulary();
  await run(`create unlogged table made_pages (n int primary key, text text, vector tsvector)`);
  const texts = pageTexts(words);
  for (let from = 0; from < POOL; from += 1000)
    await run(
      `insert into made_pages select n, text, to_tsvector('simple', text)
       from unnest($1::int[], $2::text[]) x (n, text)`,
      [Array.from({ length: 1000 }, (_, index) => from + index), texts.slice(from, from + 1000)],
    );
  const categoryIds = SUBJECTS.map(() => newId());
  await run(`insert into categories (id, name) select * from unnest($1::uuid[], $2::text[])`, [
    categoryIds,
    SUBJECTS,
  ]);
  const ids = Array.from({ length: books }, () => newId());
  const numbers = ids.map((_, index) => index);
  await run(
    `insert into books (id, slug, edition, language, title, author, category_id, featured, price_cents, release_date,
       cover_key, brief, number_of_pages, revision, published_at, created_at, updated_at)
     select id, 'book-' || n, '1', 'en', title, author, category, n % 500 = 0, 4900 + (n * 37) % 30000,
       date '2015-01-01' + (n * 13) % 4000, $6, repeat('What the book is about. ', 20), ${pagesOfBook}, 1,
       now() - interval '1 day', now(), now()
     from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::uuid[]) x (id, n, title, author, category)`,
    [
      ids,
      numbers,
      numbers.map(titleOf),
      numbers.map(
        (n) =>
          `${pick(FIRST, n)} ${pick(LAST, Math.floor(n / 16))}${n > 255 ? `-${pick(LAST, Math.floor(n / 256))}` : ''}`,
      ),
      numbers.map((n) => pick(categoryIds, Math.floor(n / 7))),
      coverKey,
    ],
  );
  await run(
    `insert into chapters (id, book_id, key, position, title, first_page, last_page)
     select gen_random_uuid(), b.id, 'c' || c, c,
       initcap(($2::text[])[(b.n * 31 + c * 17) % 9000 + 1] || ' and ' || ($2::text[])[(b.n * 7 + c) % 900 + 1]),
       (c - 1) * 8 + 1, c * 8
     from unnest($1::uuid[]) with ordinality b (id, n), generate_series(1, ${CHAPTERS}) c`,
    [ids, words.slice(0, 9001)],
  );
  // The content of a page is compressed once, in the pool, and copied unchanged.
  let next = 0;
  const write = async () => {
    const writer = await pool.connect();
    await writer.query(`set statement_timeout = 0; set session_replication_role = replica`);
    while (next < books) {
      const from = next;
      next += BOOKS_A_STATEMENT;
      await writer.query(
        `insert into book_pages (book_id, page_number, label, width, height, text, search_vector)
         select b.id, p, p::text, 504, 720, made.text, made.vector
         from unnest($1::uuid[]) with ordinality b (id, n), generate_series(1, ${pagesOfBook}) p, made_pages made
         where made.n = (($2::bigint + b.n) * ${pagesOfBook} + p) * 7919 % ${POOL}`,
        [ids.slice(from, from + BOOKS_A_STATEMENT), from],
      );
    }
    await writer.query(`reset session_replication_role`);
    writer.release();
  };
  await run(`analyze made_pages`);
  await Promise.all(Array.from({ length: WRITERS }, write));
  await run(`insert into search_words select distinct w from made_pages, unnest(tsvector_to_array(vector)) w
    where length(w) between 4 and 40 on conflict do nothing`);
  const began = performance.now();
  await run(`create index book_pages_search on book_pages using gin (search_vector)`);
  await run(
    `create index book_pages_preview_search on book_pages using gin (search_vector) where page_number <= 15`,
  );
  const indexed = performance.now() - began;
  await run(`analyze`);
  await run(`reset session_replication_role`);
  await run(`drop table made_pages`);
  const { rows } = await run(`select pg_database_size(current_database()) as bytes,
    pg_total_relation_size('book_pages') as pages, pg_relation_size('book_pages_search') as index`);
  client.release();
  return { ids, words, indexed, sizes: rows[0] };
}
