import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { rolldown } from 'rolldown';
import { listen } from '../listen.mjs';

const here = import.meta.dirname;
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};

/** The other viewers and the PDF, as a good static server gives them: compressed code, ranges for the PDF. */
export async function serveViewers(pdf) {
  const bundle = await rolldown({
    input: join(here, 'viewers/react-pdf.jsx'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  const packed = new Map();
  const pack = (key, read) => {
    if (!packed.has(key))
      packed.set(key, brotliCompressSync(read(), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    return packed.get(key);
  };
  const fileOf = (path) => {
    if (path.startsWith('/modules/')) return join(here, 'node_modules', normalize(path.slice(9)));
    if (path === '/react-pdf-worker.mjs') return join(reactPdfWorker());
    if (path === '/pdfium.wasm') return join(here, 'node_modules/@embedpdf/snippet/dist/pdfium.wasm');
    return join(here, 'viewers', normalize(path));
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    try {
      if (path === '/book.pdf') return sendRange(request, response, pdf);
      const isBuilt = path === '/built/react-pdf.js';
      const body = isBuilt
        ? pack(path, () => Buffer.from(output[0].code))
        : pack(path, () => readFileSync(fileOf(path)));
      response.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        'content-length': body.length,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, close: () => server.close() };
}

function reactPdfWorker() {
  const own = join(here, 'node_modules/react-pdf/node_modules/pdfjs-dist/build/pdf.worker.min.mjs');
  try {
    statSync(own);
    return own;
  } catch {
    return join(here, 'node_modules/pdfjs-dist/build/pdf.worker.min.mjs');
  }
}

function sendRange(request, response, pdf) {
  const { size } = statSync(pdf);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const headers = { 'content-type': 'application/pdf', 'accept-ranges': 'bytes' };
  if (from === undefined) {
    response.writeHead(200, { ...headers, 'content-length': size });
    return createReadStream(pdf).pipe(response);
  }
  const end = to ? Math.min(Number(to), size - 1) : size - 1;
  response.writeHead(206, {
    ...headers,
    'content-range': `bytes ${from}-${end}/${size}`,
    'content-length': end - Number(from) + 1,
  });
  return createReadStream(pdf, { start: Number(from), end }).pipe(response);
}
