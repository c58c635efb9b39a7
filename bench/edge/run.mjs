/**
 * Page files through nginx with files at the edge, beside the same files from the product itself: files for a second of
 * processor, and milliseconds of processor for a file. One run, interleaved windows, medians. Under a minute.
 *
 *   npm run build && node bench/edge/run.mjs [seconds a window] [windows]     defaults: 2, 3
 *
 * nginx runs the files of deploy/nginx, without TLS: the product has none either. It needs nginx with its module for
 * JavaScript (Debian: nginx, libnginx-mod-http-js).
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { built, pathOfBuilt, root } from '../built.mjs';
import { freePort } from '../listen.mjs';
import { untilReady } from '../until-ready.mjs';

const [seconds = '2', windows = '3'] = process.argv.slice(2);
const CONNECTIONS = 16;
const PAGES = 40;
/** About those of a page's picture and its thumbnail. */
const SIZES = { '1x.webp': 60_000, 'thumb.webp': 6000 };
const { makePageGrant } = await built('features/reader/page-grant.js');
const { Secret } = await built('config/config.js');
const { pageFolder } = await import('@vesalius/contract/reader-text');

const folder = mkdtempSync(join(tmpdir(), 'vesalius-bench-'));
const secret = randomBytes(32).toString('base64url');
const book = randomUUID();
for (let page = 1; page <= PAGES; page += 1) {
  const path = join(folder, 'data/files', pageFolder(book, 1, page));
  mkdirSync(path, { recursive: true });
  for (const [file, size] of Object.entries(SIZES)) writeFileSync(join(path, file), randomBytes(size));
}
const scope = { kind: 'set', id: book, number: 1, lastPage: PAGES };
const { grant } = makePageGrant(new Secret(secret), scope, new Date());

async function startProduct() {
  const port = await freePort();
  const child = spawn(process.execPath, [pathOfBuilt('main.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: secret,
      TRUST_PROXY: 'true',
      DEMO: 'false',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return { url, child, port };
}

async function startEdge(productPort) {
  const port = await freePort();
  const included = join(folder, 'included');
  mkdirSync(included);
  const sample = (name) => readFileSync(join(root, 'deploy/nginx', name), 'utf8');
  copyFileSync(join(root, 'deploy/nginx/grants.js'), join(included, 'grants.js'));
  const here = (text) =>
    text
      .replaceAll('/etc/nginx/vesalius-edge', included)
      .replaceAll('/var/cache/vesalius-edge', join(folder, 'kept'))
      .replaceAll('/var/log/nginx', folder)
      .replace('127.0.0.1:3000', `127.0.0.1:${productPort}`)
      .replace(/server \{\n {2}listen 80;.*?\n\}\n/s, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace(/^ {2}ssl_.*\n/gm, '');
  writeFileSync(join(included, 'locations.conf'), here(sample('edge-locations.conf')));
  const modules = /--modules-path=(\S+)/.exec(spawnSync('nginx', ['-V'], { encoding: 'utf8' }).stderr)?.[1];
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    `load_module ${modules}/ngx_http_js_module.so; env SECRET_KEY; ${process.getuid?.() === 0 ? 'user root;' : ''}
     daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/start.log;
     worker_rlimit_nofile 16384; events { worker_connections 8192; }
     http { sendfile on; keepalive_requests 1000000; proxy_temp_path ${folder}/proxy; client_body_temp_path ${folder}/body;
       ${['upstream.conf', 'vesalius.conf', 'edge.conf'].map((name) => here(sample(name))).join('\n')} }`,
  );
  const child = spawn('nginx', ['-c', path], {
    env: { PATH: process.env.PATH, SECRET_KEY: secret },
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return { url, child };
}

/** Seconds of processor of a process and its children (Linux). */
function cpuOf(pid) {
  const statOf = (id) => readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter(Boolean);
  return [pid, ...children].reduce((sum, id) => {
    const fields = statOf(id);
    return sum + (Number(fields[11]) + Number(fields[12])) / 100;
  }, 0);
}

async function measure({ url, child }, file) {
  const before = cpuOf(child.pid);
  const requests = Array.from({ length: PAGES }, (_, page) => ({
    path: `/page-files/${book}/1/${page + 1}/${file}?grant=${grant}`,
  }));
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: Number(seconds) });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { rate: result['2xx'] / result.duration, cpu: ((cpuOf(child.pid) - before) / result['2xx']) * 1000 };
}

const product = await startProduct();
const edge = await startEdge(product.port);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const rows = [];
for (const [file, size] of Object.entries(SIZES)) {
  /** @type {Record<'edge' | 'product', { rate: number, cpu: number }[]>} */
  const runs = { edge: [], product: [] };
  // The first window of each fills what nginx keeps, and warms up the compiler.
  for (let window = 0; window <= Number(windows); window += 1) {
    const [through, own] = [await measure(edge, file), await measure(product, file)];
    if (window === 0) continue;
    runs.edge.push(through);
    runs.product.push(own);
  }
  const of = (kind, key) => median(runs[kind].map((run) => run[key]));
  const round = (value) => Math.round(value * 1000) / 1000;
  rows.push({
    file: `${file}, ${size / 1000} kB`,
    'edge: CPU ms a file': round(of('edge', 'cpu')),
    'product: CPU ms a file': round(of('product', 'cpu')),
    'edge: files per CPU second': Math.round(1000 / of('edge', 'cpu')),
    'product: files per CPU second': Math.round(1000 / of('product', 'cpu')),
    ratio: Math.round((of('product', 'cpu') / of('edge', 'cpu')) * 10) / 10,
  });
}
console.table(rows);
const ended = [edge, product].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
for (const { child } of [edge, product]) child.kill();
await Promise.all(ended);
rmSync(folder, { recursive: true, force: true });
