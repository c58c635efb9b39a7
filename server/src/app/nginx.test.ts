import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Agent, request as requestSecure } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecure } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort, jsModule, nginxIsAtHand } from '../testing/nginx.ts';

/* The proxy's configuration in a real nginx, before a server that tells what reached it. */
const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const agent = new Agent({ keepAlive: true, maxSockets: 40, rejectUnauthorized: false });
const WAIT = { timeout: 20_000, interval: 50 };

describe.skipIf(!nginxIsAtHand)('nginx', () => {
  let folder: string;
  let path: string;
  let product: Server;
  let nginx: ChildProcess;
  let [port, securePort] = [0, 0];
  const reached: { url: string; forwarded: string | undefined; length: number }[] = [];

  /** The files of `deploy/nginx`, with this machine's folders and ports. */
  function configure(upstream: string): string {
    const site = read('deploy/nginx/vesalius.conf')
      .replaceAll('/etc/nginx/certificates', folder)
      .replaceAll('/var/log/nginx', folder)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${securePort} ssl http2;`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const path = join(folder, 'nginx.conf');
    writeFileSync(
      path,
      // The configuration of distributions, with a log of its own before the site's files. As root the workers would
      // run as another user, who cannot write here.
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/start.log; worker_rlimit_nofile 16384; events { worker_connections 8192; }
       http { ${temporary.join(' ')} access_log ${folder}/access.log; ${upstream} ${site} }`,
    );
    return path;
  }
  const test = (file: string) => spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
  const ask = (path: string, options: object = {}) =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
      (resolve, reject) => {
        const request = requestSecure(
          { host: '127.0.0.1', port: securePort, path, agent, ...options },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part) => {
              text += part;
            });
            answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
          },
        );
        request.on('error', reject);
        const { body } = options as { body?: Buffer };
        request.end(body);
      },
    );
  const logged = () => readFileSync(join(folder, 'access.log'), 'utf8');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vesalius-nginx-'));
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
    execFileSync('openssl', [...request, ...files], { stdio: 'ignore' });
    product = createServer((asked, answer) => {
      let length = 0;
      asked.on('data', (part: Buffer) => {
        length += part.length;
      });
      asked.on('end', () => {
        reached.push({
          url: asked.url ?? '',
          forwarded: asked.headers['x-forwarded-for'] as string | undefined,
          length,
        });
        // An answer that never ends.
        if (asked.url === '/silent') answer.writeHead(200).write('.');
        else if (asked.headers.range) answer.writeHead(206, { 'content-range': 'bytes 0-3/10' }).end('0123');
        else
          answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify('x'.repeat(4000)));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => product.once('listening', resolve));
    [port, securePort] = [await freePort(), await freePort()];
    const { port: productPort } = product.address() as AddressInfo;
    path = configure(
      read('deploy/nginx/upstream.conf').replace('127.0.0.1:3000', `127.0.0.1:${productPort}`),
    );
    const { status, stderr } = test(path);
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
    nginx = spawn('nginx', ['-c', path], { stdio: 'ignore' });
    await vi.waitFor(async () => expect((await ask('/')).status).toBe(200), WAIT);
  });
  afterAll(async () => {
    if (nginx) {
      const ended = new Promise((resolve) => nginx.once('exit', resolve));
      nginx.kill('SIGTERM');
      await ended;
    }
    agent.destroy();
    product?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leads to the secure address', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/books?page=2`, { redirect: 'manual' });
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toMatch(/^https:.*\/books\?page=2$/);
  });

  it('logs neither tokens nor grants, and hands them on', async () => {
    const secrets = [
      '/forget-password?token=vsl_one&email=a@b.example',
      '/page-files/b/1/2/text.json?grant=two',
    ];
    for (const secret of secrets)
      await ask(secret, { headers: { referer: 'https://x.example/?token=three' } });
    await ask('/uploads/four.five', { method: 'PUT', body: Buffer.from('x') });
    await ask('/unsubscribe/seven', { method: 'POST' });
    await ask('/v1/unsubscribe/seven');
    expect(reached.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        ...secrets,
        '/uploads/four.five',
        '/unsubscribe/seven',
        '/v1/unsubscribe/seven',
      ]),
    );
    await vi.waitFor(() => expect(logged()).toContain('PUT /uploads/-'), WAIT);
    await vi.waitFor(() => expect(logged()).toContain('GET /unsubscribe/-'), WAIT);
    expect(logged()).toContain('POST /unsubscribe/-');
    expect(logged()).toContain('GET /forget-password HTTP');
    expect(logged()).toContain('GET /page-files/b/1/2/text.json HTTP');
    expect(logged()).not.toMatch(/vsl_one|a@b|two|three|four|five|seven|\?/);
  });

  it('tells the caller’s own address, whatever the caller writes', async () => {
    await ask('/customer_portal/v1/books?mine', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(reached.find(({ url }) => url.endsWith('?mine'))?.forwarded).toBe('127.0.0.1');
  });

  it('carries uploads and ranges, and compresses calls', async () => {
    const body = Buffer.alloc(5_000_000, 'x');
    await ask('/uploads/large', { method: 'PUT', body });
    expect(reached.find(({ url }) => url === '/uploads/large')?.length).toBe(5_000_000);
    const range = await ask('/files/lecture.mp4', { headers: { range: 'bytes=0-3' } });
    expect([range.status, range.headers['content-range'], range.text]).toEqual([206, 'bytes 0-3/10', '0123']);
    const call = await ask('/customer_portal/v1/books', { headers: { 'accept-encoding': 'gzip' } });
    expect(call.headers['content-encoding']).toBe('gzip');
  });

  it('lets a lecture hall sign in, and slows down who goes on', async () => {
    const signIn = () => ask('/v1/sessions', { method: 'POST', body: Buffer.from('{}') });
    const statuses: (number | undefined)[] = [];
    const hall = async () => {
      for (let count = 0; count < 15; count += 1) statuses.push((await signIn()).status);
    };
    await Promise.all(Array.from({ length: 20 }, hall));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    let refused = await signIn();
    const flood = async () => {
      while (refused.status !== 429) {
        const answer = await signIn();
        if (answer.status === 429) refused = answer;
      }
    };
    await Promise.all(Array.from({ length: 40 }, flood));
    expect(JSON.parse(refused.text).code).toBe('too_many_requests');
    expect(refused.headers['retry-after']).toBe('5');
    // Reading still works.
    expect((await ask('/customer_portal/v1/books')).status).toBe(200);
  });

  it('holds back who opens answers and takes none, while others are served', async () => {
    const silent = (count: number, localAddress: string) =>
      Array.from({ length: count }, () => {
        const line = connect({ host: '127.0.0.1', port: securePort, localAddress });
        const socket = connectSecure({ socket: line, rejectUnauthorized: false });
        socket.on('error', () => {});
        socket.write('GET /silent HTTP/1.1\r\nhost: x\r\n\r\n');
        return socket;
      });
    // The file's figure is that of a lecture hall; here it is a small one.
    const reload = (site: string) => {
      writeFileSync(path, site);
      expect(spawnSync('nginx', ['-c', path, '-s', 'reload']).status).toBe(0);
    };
    const site = readFileSync(path, 'utf8');
    expect(site).toContain('limit_conn callers 3000;');
    reload(site.replace('limit_conn callers 3000;', 'limit_conn callers 30;'));
    const statusFrom = async (localAddress: string) =>
      (await ask('/', { agent: false, localAddress, rejectUnauthorized: false })).status;
    const crowd = silent(40, '127.0.0.2');
    await vi.waitFor(async () => expect(await statusFrom('127.0.0.2')).toBe(429), WAIT);
    expect(await statusFrom('127.0.0.3')).toBe(200);
    for (const socket of crowd) socket.destroy();
    await vi.waitFor(async () => expect(await statusFrom('127.0.0.2')).toBe(200), WAIT);
    reload(site);
  });

  it.skipIf(!jsModule)('reads the main file of the containers', () => {
    const main = join(folder, 'main.conf');
    const text = read('deploy/nginx/nginx-compose.conf')
      .replace('modules/ngx_http_js_module.so', jsModule as string)
      .replace('user nginx;', '')
      .replace('/run/nginx.pid', join(folder, 'main-pid'))
      .replace('/etc/nginx/conf.d/*.conf', join(folder, 'no-sites/*.conf'));
    writeFileSync(main, text);
    const { status, stderr } = test(main);
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });

  it('reads the file of the containers as well', () => {
    const [, major = 0, minor = 0, patch = 0] =
      /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr) ?? [];
    const resolves = Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch) >= 1_027_003;
    const upstream = read('deploy/nginx/upstream-compose.conf');
    // Names that change are asked again since 1.27.3; compose.yaml has a later one.
    const { status, stderr } = test(
      configure(resolves ? upstream : upstream.replace('server:3000 resolve', '127.0.0.1:3000')),
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });
});
