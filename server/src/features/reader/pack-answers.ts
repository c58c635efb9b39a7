import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compress = promisify(gzip);
/** Below this a packet more or less is all that there is to win (bytes). */
const WORTH_PACKING = 4000;

/** Packs the long answers of this scope: the pages of a thick book are 70 kB of labels and headings. */
export function packLongAnswers(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_PACKING) return payload;
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload;
    reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length');
    return compress(payload, { level: 4 });
  });
}
