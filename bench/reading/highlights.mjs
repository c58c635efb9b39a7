/** The same sequence of numbers from 0 to 1 in each run (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
const MAX_WORDS = 12;

/** Makes highlights of random words, half of them in each view, and counts those that the other view has, too. */
export async function measureHighlights({ open, pages, count, TEXT, PAGES }) {
  const random = randomNumbers(20);
  const plans = Array.from({ length: count }, () => 1 + Math.floor(random() * pages)).sort((a, b) => a - b);
  const views = [
    {
      made: 'text',
      view: TEXT,
      other: PAGES,
      read: 'wordsOfRects',
      plan: plans.filter((_page, at) => at % 2 === 0),
    },
    {
      made: 'pages',
      view: PAGES,
      other: TEXT,
      read: 'wordsOfMark',
      plan: plans.filter((_page, at) => at % 2 === 1),
    },
  ];
  for (const { made, view, other, read, plan } of views) {
    const highlights = await make(await open({ view }), plan, random);
    const { same, part, missing } = await find(await open({ view: other }), highlights, read);
    console.log(
      `highlights made in ${made === 'text' ? 'the text' : 'the pages'}: ${highlights.length}; in the other view the same words: ${same}, a part of them: ${part.length}, none: ${missing.length}`,
    );
    for (const each of [...part, ...missing])
      console.log(`  page ${each.page}: ${each.words} -> ${each.seen}`);
  }
}

/** A page that has no words within this time is a picture (milliseconds). */
const WORDS_TIMEOUT_MS = 15_000;

/** False: the page has no words. */
async function ready(page, number) {
  await page.waitForSelector('header form input');
  await page.evaluate((wanted) => globalThis.reading.goTo(wanted), number);
  return page
    .waitForFunction((wanted) => globalThis.reading.words(wanted).length > 0, number, {
      polling: 'raf',
      timeout: WORDS_TIMEOUT_MS,
    })
    .then(
      () => true,
      () => false,
    );
}

async function make({ page, context }, plan, random) {
  const highlights = [];
  for (const number of plan) {
    if (!(await ready(page, number))) {
      console.log(`  page ${number} has no words`);
      continue;
    }
    const words = await page.evaluate((wanted) => globalThis.reading.words(wanted).length, number);
    const from = Math.floor(random() * words);
    const to = Math.min(words - 1, from + Math.floor(random() * MAX_WORDS));
    const before = await page.evaluate((wanted) => globalThis.reading.highlights(wanted), number);
    const selected = await page.evaluate((each) => globalThis.reading.select(...each), [number, from, to]);
    await page.getByRole('button', { name: 'Highlight in green' }).click();
    const ids = await page.waitForFunction(
      ([wanted, known]) => {
        const added = globalThis.reading.highlights(wanted).filter((id) => !known.includes(id));
        return added.length > 0 && added;
      },
      /** @type {const} */ ([number, before]),
    );
    highlights.push({ page: number, words: selected, ids: await ids.jsonValue() });
  }
  // Until the last one is stored.
  await page.waitForLoadState('networkidle');
  await context.close();
  return highlights;
}

async function find({ page, context }, highlights, read) {
  const result = {
    same: 0,
    part: /** @type {any[]} */ ([]),
    missing: /** @type {any[]} */ ([]),
  };
  for (const highlight of highlights) {
    await ready(page, highlight.page);
    const seen = await page.evaluate(
      ([number, ids, name]) => ids.flatMap((id) => globalThis.reading[name](number, id)),
      /** @type {const} */ ([highlight.page, highlight.ids, read]),
    );
    const isSame =
      String([...new Set(seen)].sort((a, b) => a - b)) === String(highlight.words.toSorted((a, b) => a - b));
    if (isSame) result.same += 1;
    else (seen.length > 0 ? result.part : result.missing).push({ ...highlight, seen });
  }
  await context.close();
  return result;
}
