import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { listen } from '../listen.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.dcm': 'application/dicom',
};
const CHUNK = 16_384;

/**
 * The built pages and the series on one origin, scripts compressed as the product sends them. The network is shaped
 * here and not in the browser, whose own emulation does not reach the requests of workers.
 */
export async function serve(folder) {
  /** One line for all answers, as behind one modem. */
  const line = { bytesPerSecond: Number.POSITIVE_INFINITY, latencyMs: 0, freeAt: 0, sent: 0 };
  const packed = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, pathname.startsWith('/series/') ? pathname : `pages${pathname}`);
    if (!existsSync(path) || pathname.includes('..')) return response.writeHead(404).end();
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const isText = /text|wasm/.test(type);
    if (isText && !packed.has(path)) packed.set(path, gzipSync(readFileSync(path)));
    const body = packed.get(path) ?? readFileSync(path);
    await sleep(line.latencyMs);
    response.writeHead(200, {
      'content-type': type,
      'cache-control': 'no-store',
      'content-length': body.length,
      ...(isText ? { 'content-encoding': 'gzip' } : {}),
    });
    for (let at = 0; at < body.length && !response.destroyed; at += CHUNK) {
      const chunk = body.subarray(at, at + CHUNK);
      line.freeAt = Math.max(performance.now(), line.freeAt) + (1000 * chunk.length) / line.bytesPerSecond;
      const wait = line.freeAt - performance.now();
      if (wait > 1) await sleep(wait);
      response.write(chunk);
      line.sent += chunk.length;
    }
    return response.end();
  });
  const port = await listen(server);
  return {
    origin: `http://localhost:${port}`,
    /** Bytes since the last call. */
    shape(bytesPerSecond, latencyMs) {
      const { sent } = line;
      Object.assign(line, { bytesPerSecond, latencyMs, freeAt: 0, sent: 0 });
      return sent;
    },
    close: () => new Promise((done) => server.close(done)),
  };
}
