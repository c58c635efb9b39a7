import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SERVER_FLAGS, SERVER_VARIABLES } from '../scripts/server-flags.mjs';

const root = join(import.meta.dirname, '..');

/**
 * One real server with the demo library for all journeys (each creates its own users). E2E_BASE_URL names a running
 * server; otherwise one is started on a free port with its own data folder, and stopped at the end.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => {};
  const port = await freePort();
  const dataDir = join(root, '.cache/e2e-data');
  if (!process.env.E2E_KEEP_DATA) await rm(dataDir, { recursive: true, force: true });
  // With the options of `npm start`.
  const server = spawn(process.execPath, [...SERVER_FLAGS, join(root, 'server/dist/main.js')], {
    env: {
      ...SERVER_VARIABLES,
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DEMO: 'true',
      TRUST_PROXY: 'true',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `http://localhost:${port}`;
  await untilReady(url, () => server.exitCode !== null);
  process.env.E2E_BASE_URL = url;
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    server.kill('SIGTERM');
    await ended;
  };
}

/** The first start imports the demo library, which takes minutes on a small machine. */
async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 10 * 60_000; Date.now() < deadline; ) {
    if (hasEnded()) throw new Error('the server ended while starting; its output stands above');
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the server did not become ready within ten minutes');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
