import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessToBook } from '../catalogue/access.ts';
import { recordUsage } from '../institutions/record-usage.ts';
import { makePageFiles } from './page-files.ts';
import { type BookForReadingRow, getBookForReading } from './queries.ts';

/** The largest integer of PostgreSQL. */
const NO_LIMIT = 2 ** 31 - 1;

/**
 * Adults read English non-fiction silently at 238 words a minute (Brysbaert 2019, doi:10.1016/j.jml.2019.104047), about 1330
 * letters and spaces. Arabic is read more slowly by words and by letters (IReST, doi:10.1167/iovs.11-8284), and takes two
 * bytes a letter: in bytes both come to about the same. The database knows a text's bytes without reading it.
 */
const BYTES_READ_PER_SECOND = 1300 / 60;

/** The last page whose content this user may receive. */
export const lastReadablePage = (granted: boolean, numberOfPages: number): number =>
  granted ? numberOfPages : Math.min(PREVIEW_LAST_PAGE, numberOfPages);

/** The data with which the viewer opens. Visitors get a grant for the preview; the rest is the same for everybody. */
export async function openBook(deps: Deps, actor: Actor | null, bookId: string): Promise<BookPages> {
  const now = deps.clock.now();
  const access = await accessToBook(deps.db, actor, bookId, now);
  const row = await getBookForReading(deps.db, {
    bookId,
    userId: actor?.userId ?? null,
    lastReadablePage: access.granted ? NO_LIMIT : PREVIEW_LAST_PAGE,
    // Former subscriptions matter only without access.
    endedBefore: access.granted ? null : now,
    now,
  });
  await recordUsage(deps, actor, { bookId, kind: access.granted ? 'request' : 'no_license' });
  const lastPage = lastReadablePage(access.granted, row.numberOfPages);
  return {
    book: {
      id: row.id,
      title: row.title,
      author: row.author,
      language: row.language,
      price: row.priceCents / 100,
      number_of_pages: row.numberOfPages,
      new_version_book: row.newVersion,
    },
    revision: row.revision,
    access: {
      granted: access.granted,
      is_subscribed: access.isSubscribed,
      records: access.records,
      annotates:
        access.granted &&
        actor !== null &&
        actor.role !== 'author' &&
        actor.role !== 'staff' &&
        !actor.preview,
      last_page: lastPage,
      ended_at: row.subscriptionEndedAt?.toISOString() ?? null,
    },
    files: makePageFiles(deps, { ...row, bookId: row.id, pages: row.numberOfPages }, lastPage),
    sizes: equalRuns(row.pages),
    ...(row.inks && { ink: inkOfPages(row.inks, row.numberOfPages) }),
    // How much text a page has is no visitor's to know.
    ...(access.granted && {
      reading_seconds: row.pages.map(([, , , bytes]) => Math.round(bytes / BYTES_READ_PER_SECOND)),
    }),
    labels: row.pages.some(([, , label], index) => label !== String(index + 1))
      ? row.pages.map(([, , label]) => label)
      : null,
    chapters: [...row.chapters],
    outline: [...row.outline],
    progress: row.progress ?? { status: 'not_started', page: 1 },
    reader_name: row.readerName,
  };
}

function inkOfPages(
  inks: NonNullable<BookForReadingRow['inks']>,
  numberOfPages: number,
): NonNullable<BookPages['ink']> {
  const ofPages = new Map(inks);
  return Array.from({ length: numberOfPages }, (_, index) => {
    const ink = ofPages.get(index + 1);
    return ink ? [...ink] : null;
  });
}

/** Combines consecutive equal sizes: most books have two or three entries. */
export function equalRuns(pages: BookPagesRow): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (const [width, height] of pages) {
    const last = runs.at(-1);
    if (last && last[0] === width && last[1] === height) last[2] += 1;
    else runs.push([width, height, 1]);
  }
  return runs;
}
type BookPagesRow = readonly (readonly [width: number, height: number, ...unknown[]])[];
