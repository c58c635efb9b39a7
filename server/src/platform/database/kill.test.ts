import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPostgres, startExternalPostgres } from '../../../../scripts/external-postgres.mjs';
import { bundleForNode } from '../../testing/bundle.ts';
import { recordingLog } from '../../testing/database.ts';
import { killPostgres, runTask, type TaskProcess } from '../../testing/processes.ts';
import { connect, many } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/*
 * Commits that the database acknowledged are never lost, however the processes die. A writer reports every id whose
 * commit was acknowledged. At random moments the writer, the server or both are killed; in the end every id must
 * exist.
 */
const ROUNDS = 20;
const folder = mkdtempSync(join(tmpdir(), 'vesalius-kill-'));
let bundle: Awaited<ReturnType<typeof bundleForNode>>;

beforeAll(async () => {
  bundle = await bundleForNode(join(import.meta.dirname, '../../testing/database-child.ts'));
});
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

const acknowledgedBy = (writer: TaskProcess) =>
  writer.lines.filter((line) => line.startsWith('ok ')).map((line) => line.slice('ok '.length));
/** Enough acknowledged commits per round, even on a slow machine. */
const ACKNOWLEDGED_A_ROUND = 8;
async function moreAcknowledged(writer: TaskProcess): Promise<void> {
  const before = acknowledgedBy(writer).length;
  while (acknowledgedBy(writer).length < before + ACKNOWLEDGED_A_ROUND) await sleep(10);
}
/** Not a wait for a condition: the kills shall happen at different moments. */
const aMoment = () => sleep(Math.random() * 150);

/** The server may be stopping with the process that was killed; the next one is started by itself. */
const expectNothingLost = (url: string, acknowledged: string[]) =>
  vi.waitFor(async () => expect(await lost(url, acknowledged)).toEqual([]), {
    timeout: 60_000,
    interval: 100,
  });

async function lost(url: string, acknowledged: string[]): Promise<string[]> {
  const { db } = connect({ url, size: 1, log: recordingLog() });
  const rows = await many(db, sql<{ id: string }>`select id from acknowledged`).finally(() => db.destroy());
  const kept = new Set(rows.map((row) => row.id));
  return acknowledged.filter((id) => !kept.has(id));
}

const linux = process.platform === 'linux';

test.skipIf(!linux)(
  `embedded: ${ROUNDS} kills lose nothing that was acknowledged`,
  { timeout: 600_000 },
  async () => {
    const dataDir = join(folder, 'data');
    const dataFolder = join(dataDir, 'postgres-18');
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = runTask(bundle.file, ['write'], { DATA_DIR: dataDir });
      await writer.said('ready');
      await moreAcknowledged(writer);
      await aMoment();
      // In turn: the server's process alone dies, PostgreSQL alone and is started again, both at once.
      const kind = round % 3;
      if (kind === 1) {
        killPostgres(dataFolder);
        await writer.said('warn the embedded PostgreSQL is gone');
        await moreAcknowledged(writer);
      }
      writer.child.kill('SIGKILL');
      if (kind === 2) killPostgres(dataFolder);
      await writer.ended;
      acknowledged.push(...acknowledgedBy(writer));
    }
    const server = await startEmbeddedPostgres({ dataDir, log: recordingLog() });
    await expectNothingLost(server.url, acknowledged);
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * ACKNOWLEDGED_A_ROUND);
    await server.close();
  },
);

const installed = findPostgres({ install: false });

test.skipIf(!linux || 'reason' in installed)(
  `external: ${ROUNDS} kills of the server lose nothing that was acknowledged`,
  { timeout: 600_000 },
  async () => {
    if ('reason' in installed) return;
    const cluster = await startExternalPostgres(installed);
    const writer = runTask(bundle.file, ['write'], { DATABASE_URL: cluster.url });
    try {
      await writer.said('ready');
      for (let round = 0; round < ROUNDS; round += 1) {
        await aMoment();
        killPostgres(cluster.dataFolder);
        await cluster.ended();
        await cluster.start();
        // The writer reaches the server again by itself.
        await moreAcknowledged(writer);
      }
      writer.child.kill('SIGKILL');
      await writer.ended;
      await expectNothingLost(cluster.url, acknowledgedBy(writer));
    } finally {
      writer.child.kill('SIGKILL');
      await cluster.stop();
    }
  },
);
