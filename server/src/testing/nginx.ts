import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request as requestSecure } from 'node:https';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

const DEPLOY = join(import.meta.dirname, '../../../deploy/nginx');
const sample = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const isAtHand = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;

export const nginxIsAtHand = isAtHand('nginx', '-v') && isAtHand('openssl', 'version');
/** The dynamic module with which nginx runs JavaScript; null where it is missing. */
export const jsModule = nginxIsAtHand ? findJsModule() : null;

function findJsModule(): string | null {
  const said = spawnSync('nginx', ['-V'], { encoding: 'utf8' }).stderr;
  const folder = /--modules-path=(\S+)/.exec(said)?.[1] ?? '/usr/lib/nginx/modules';
  const path = join(folder, 'ngx_http_js_module.so');
  return existsSync(path) ? path : null;
}

interface EdgeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface EdgeNginx {
  readonly port: number;
  ask(path: string, options?: AskOptions): Promise<EdgeAnswer>;
  /** Everything that it has logged. */
  logged(): string;
  /** Everything that it keeps on the disk. */
  readonly keptFolder: string;
  /** Ends it and starts it again, with another secret if one is given; what it keeps stays. */
  restart(secret?: string): Promise<void>;
  stop(): Promise<void>;
}

/** The files of `deploy/nginx` with files at the edge, with this machine's folders and ports. */
export async function edgeNginx(productPort: number, secret: string): Promise<EdgeNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'vesalius-edge-'));
  const keptFolder = join(folder, 'kept');
  const [port, plainPort] = [await freePort(), await freePort()];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', [...request, ...files], { stdio: 'ignore' });
  const included = join(folder, 'included');
  mkdirSync(included);
  copyFileSync(join(DEPLOY, 'grants.js'), join(included, 'grants.js'));
  const here = (text: string) =>
    text
      .replaceAll('/etc/nginx/vesalius-edge', included)
      .replaceAll('/var/cache/vesalius-edge', keptFolder)
      .replaceAll('/etc/nginx/certificates', folder)
      .replaceAll('/var/log/nginx', folder)
      .replace('127.0.0.1:3000', `127.0.0.1:${productPort}`)
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`);
  writeFileSync(join(included, 'locations.conf'), here(sample('edge-locations.conf')));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    // As root the workers would run as another user, who cannot write here.
    `load_module ${jsModule}; env SECRET_KEY;
     ${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/start.log;
     worker_rlimit_nofile 16384; events { worker_connections 8192; }
     http { ${temporary.join(' ')} access_log ${folder}/access.log;
       ${['upstream.conf', 'vesalius.conf', 'edge.conf'].map((name) => here(sample(name))).join('\n')} }`,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 20, rejectUnauthorized: false });
  const ask = (address: string, { method = 'GET', headers = {} }: AskOptions = {}) =>
    new Promise<EdgeAnswer>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: address, agent, method, headers };
      requestSecure(options, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode as number,
            headers: answer.headers,
            body: Buffer.concat(parts),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
  let child: ChildProcess | undefined;
  async function start(SECRET_KEY: string) {
    const env = { PATH: process.env.PATH, SECRET_KEY };
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', path], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    child = spawn('nginx', ['-c', path], { env, stdio: 'ignore' });
    await vi.waitFor(() => ask('/files/none'), { timeout: 20_000, interval: 50 });
  }
  async function end() {
    const running = child;
    if (!running) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await ended;
    child = undefined;
  }
  await start(secret);
  return {
    port,
    ask,
    keptFolder,
    logged: () =>
      ['access.log', 'error.log', 'start.log']
        .map((name) => join(folder, name))
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n'),
    async restart(other = secret) {
      await end();
      await start(other);
    },
    async stop() {
      await end();
      agent.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
