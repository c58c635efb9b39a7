import type { FastifyInstance } from 'fastify';
import { continuesSame, isNotModified } from '../conditional.ts';
import type { Deps } from '../deps.ts';
import { ProductError } from '../errors.ts';
import { grantLifeLeft } from '../grants.ts';
import { contentTypeOf } from './content-types.ts';
import { EDGE_HEADER, EDGE_LIFE } from './edge-life.ts';
import { emptyFile } from './empty-file.ts';
import { isPlaylist, readPlaylist } from './playlist.ts';
import { isSafeKey, type StoredFile } from './storage.ts';

/**
 * `/files/{key}?grant=..` serves every stored file, with ranges. Files below `public/` (covers, portraits) need no grant;
 * their names contain a hash of the content, so they may be cached forever. `isBarred`: a file that no grant opens any more.
 */
export function registerFileRoutes(
  app: FastifyInstance,
  deps: Deps,
  isBarred: (key: string) => Promise<boolean>,
): void {
  app.route<{ Params: { '*': string }; Querystring: { grant?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    async handler(request, reply) {
      const key = request.params['*'];
      if (!isSafeKey(key)) throw new ProductError('not_found');
      const isPublic = key.startsWith('public/');
      const lifeLeft = isPublic
        ? 0
        : grantLifeLeft(deps.config.secretKey, key, String(request.query.grant ?? ''), deps.clock.now());
      if (!isPublic && lifeLeft <= 0) throw new ProductError('not_subscribed');
      if (!isPublic && (await isBarred(key))) throw new ProductError('not_found');
      const file = await deps.storage.find(key);
      if (!file) throw new ProductError('not_found');
      if (file.size === 0) throw emptyFile(deps, key);

      reply.header(
        'cache-control',
        isPublic ? 'public, max-age=31536000, immutable' : `private, max-age=${Math.floor(lifeLeft)}`,
      );
      // A playlist contains the grant with which it was opened.
      if (!isPlaylist(key)) reply.header(EDGE_HEADER, isPublic ? EDGE_LIFE.public : EDGE_LIFE.file);
      reply.header('accept-ranges', 'bytes');
      reply.header('content-type', contentTypeOf(key));
      reply.header('last-modified', file.modifiedAt.toUTCString());
      const validators = validatorsOf(file);
      reply.header('etag', validators.etag);
      if (isNotModified(request.headers, validators)) return reply.code(304).send();
      if (isPlaylist(key)) {
        const playlist = await readPlaylist(deps.storage, key, request.query.grant ?? null);
        reply.header('accept-ranges', 'none').header('content-length', Buffer.byteLength(playlist));
        return reply.send(request.method === 'HEAD' ? '' : playlist);
      }
      // Ranges are defined for GET only, and are ignored for a client that began with another file.
      const isPart = request.method === 'GET' && continuesSame(request.headers, validators);
      const range = isPart ? parseRange(request.headers.range, file.size) : null;
      if (range === 'unsatisfiable') {
        reply.header('content-range', `bytes */${file.size}`).removeHeader(EDGE_HEADER);
        return reply.code(416).send();
      }
      const { start, end } = range ?? { start: 0, end: file.size - 1 };
      if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
      reply.header('content-length', Math.max(0, end - start + 1));
      if (request.method === 'HEAD') return reply.send('');
      return reply.send(deps.storage.read(key, { start, end }));
    },
  });
}

/** A file is written once and completely, so size and time identify its version. */
export const validatorsOf = ({ size, modifiedAt }: StoredFile) => ({
  etag: `"${size.toString(36)}-${modifiedAt.getTime().toString(36)}"`,
  modifiedAt,
});

/** One byte range (RFC 9110, 14.2); a request for several ranges gets the whole file. */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, from = '', to = ''] = match;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start >= size || start > end ? 'unsatisfiable' : { start, end };
}
