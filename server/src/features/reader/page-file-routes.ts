import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Id } from '@vesalius/contract/atoms';
import { oneRun, type PageInSet, pageInSet } from '@vesalius/contract/page-runs';
import { folderOfPage, PAGE_FILES, type PageFile } from '@vesalius/contract/reader-text';
import type { FastifyInstance } from 'fastify';
import { isNotModified } from '../../platform/conditional.ts';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import { contentTypeOf } from '../../platform/files/content-types.ts';
import { EDGE_HEADER, EDGE_LIFE } from '../../platform/files/edge-life.ts';
import { emptyFile } from '../../platform/files/empty-file.ts';
import { validatorsOf } from '../../platform/files/routes.ts';
import { findActor } from '../accounts/find-actor.ts';
import { accessToBook } from '../catalogue/access.ts';
import { BarredPages } from './barred-pages.ts';
import { lastReadablePage } from './open-book.ts';
import { pageGrantLifeLeft } from './page-grant.ts';
import { findPageRuns, findRelease } from './queries.ts';

const compress = promisify(gzip);
/** The cache lifetime of a substitute while the double-size image is being prepared (seconds). */
const STAND_IN_LIFE = 30;
/** A slow reader holds as much of a file in memory; of larger files a stream's buffer. */
const MAX_WHOLE = 128 * 1024;

/**
 * `/page-files/{id}/{number}/{page}/{file}?grant=..`: the images, text and one-page PDF of a page. A grant is valid for
 * one book up to one page, and expires: a grant for the preview does not open page 16. With the grant of a page set,
 * the address is the file's storage path, so that an edge server without a database can answer. With the grant of a
 * release, or with a token, the address names a book, its release and a page. A returning reader gets page 200 by
 * token, without waiting for a grant.
 */
export function registerPageFileRoutes(app: FastifyInstance, deps: Deps): void {
  const barredPages = new BarredPages();
  app.route<{
    Params: { id: string; number: string; page: string; file: string };
    Querystring: { grant?: string };
  }>({
    method: ['GET', 'HEAD'],
    url: '/page-files/:id/:number/:page/:file',
    async handler(request, reply) {
      const { id, file } = request.params;
      const number = countOf(request.params.number);
      const pageNumber = countOf(request.params.page);
      if (!isPageFile(file) || !number || !pageNumber) throw new ProductError('not_found');
      const { grant } = request.query;
      const byToken = grant === undefined && request.headers.authorization !== undefined;
      const lifeLeftAs = (kind: 'set' | 'release') =>
        pageGrantLifeLeft(
          deps.config.secretKey,
          { kind, id, number, pageNumber },
          String(grant ?? ''),
          deps.clock.now(),
        );
      const lifeInSet = byToken ? 0 : lifeLeftAs('set');
      const lifeLeft = lifeInSet || lifeLeftAs('release');
      const page = { bookId: id, revision: number, pageNumber };
      if (byToken) await demandPage(deps, request.headers.authorization, page);
      else if (lifeLeft <= 0) throw new ProductError('not_subscribed');

      const place =
        lifeInSet > 0 ? { set: `${id}/${number}`, page: pageNumber } : await placeInRelease(deps, page);
      if (lifeInSet > 0 && place && (await barredPages.has(deps.db, place)))
        throw new ProductError('not_found');
      const found = place && (await findWithStandIn(deps, folderOfPage(place), file));
      if (!found) throw new ProductError('not_found');
      const life = found.isStandIn ? Math.min(STAND_IN_LIFE, lifeLeft) : lifeLeft;
      reply.header(
        'cache-control',
        // The address of a request by token is the same for all users, so the next user of this browser must not get it
        // from the cache.
        byToken ? 'no-store' : `private, max-age=${Math.floor(life)}${found.isStandIn ? '' : ', immutable'}`,
      );
      // Only the grant of a set says without a database whom the file may be given to.
      if (lifeInSet > 0 && !found.isStandIn)
        reply.header(EDGE_HEADER, file === 'text.json' ? EDGE_LIFE.text : EDGE_LIFE.picture);
      // A weak ETag, because the text is also sent compressed.
      const validators = { ...validatorsOf(found), etag: `W/${validatorsOf(found).etag}` };
      reply.header('etag', validators.etag).header('last-modified', found.modifiedAt.toUTCString());
      if (isNotModified(request.headers, validators)) return reply.code(304).send();
      reply.header('content-type', contentTypeOf(found.key));
      if (request.method === 'HEAD') return reply.header('content-length', found.size).send();
      if (file === 'text.json' && acceptsGzip(request.headers['accept-encoding'])) {
        const packed = await compress(await deps.storage.readWhole(found.key), { level: 5 });
        return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(packed);
      }
      const { key, size } = found;
      if (size <= MAX_WHOLE) return reply.send(await deps.storage.readWhole(key));
      return reply.header('content-length', size).send(deps.storage.read(key));
    },
  });
}

interface PageOfRelease {
  readonly bookId: string;
  readonly revision: number;
  readonly pageNumber: number;
}

async function placeInRelease({ db }: Deps, page: PageOfRelease): Promise<PageInSet | null> {
  const { bookId, revision, pageNumber } = page;
  const release = await findPageRuns(db, { bookId, revision });
  if (release?.isBarred) return null;
  return pageInSet(release?.runs ?? oneRun(bookId, revision, pageNumber), pageNumber);
}

/** Throws unless the token's user may read the page now, in the book's current edition. */
async function demandPage(deps: Deps, header: string | undefined, page: PageOfRelease): Promise<void> {
  const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
  const actor = token ? await findActor(deps.db, deps.clock, token) : null;
  if (!actor) throw new ProductError('session_ended');
  if (!Id.safeParse(page.bookId).success) throw new ProductError('not_found');
  const [access, book] = await Promise.all([
    accessToBook(deps.db, actor, page.bookId, deps.clock.now()),
    findRelease(deps.db, page.bookId),
  ]);
  if (book?.revision !== page.revision) throw new ProductError('not_found');
  if (page.pageNumber > lastReadablePage(access.granted, book.pages))
    throw new ProductError('not_subscribed');
}

const isPageFile = (file: string): file is PageFile => (PAGE_FILES as readonly string[]).includes(file);
/** One address per page: rejects leading zeros and other notations of a number. */
const countOf = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0);
const acceptsGzip = (header: string | string[] | undefined) => /\bgzip\b/.test(String(header ?? ''));

/** The double-size image is created after publishing; until then, or if it is damaged, the normal one is sent. */
async function findWithStandIn(deps: Deps, folder: string, file: PageFile) {
  const key = `${folder}/${file}`;
  const { storage } = deps;
  const found = await storage.find(key);
  if (found && found.size > 0) return { ...found, key, isStandIn: false };
  const damage = found && emptyFile(deps, key);
  if (file === '2x.webp') {
    const standIn = await storage.find(`${folder}/1x.webp`);
    if (standIn && standIn.size > 0) return { ...standIn, key: `${folder}/1x.webp`, isStandIn: true };
  }
  if (damage) throw damage;
  return null;
}
