/** The failures in the middle of a day. Each outage is reported to the tally: outside of one, an error is a failure. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A minute, or a quarter of a short day. */
const outageMs = (endAt) => Math.min(60_000, (endAt - Date.now()) / 3);
const untilTheMiddle = async ({ endAt, sleep }) => sleep((endAt - Date.now()) * 0.3);

export const SCENARIOS = {
  quiet: {},

  /** Workers are replaced one by one by the documented signal, twice. No request may fail. */
  restart: {
    workers: 2,
    async during({ servers, say, endAt, sleep }) {
      for (const share of [0.3, 0.5]) {
        await sleep((endAt - Date.now()) * share);
        say('SIGHUP: every worker is replaced');
        servers[0].child.kill('SIGHUP');
      }
    },
  },

  /** PostgreSQL is stopped, away for a minute, and started again. */
  database: {
    database: 'external',
    async during(day) {
      const { cluster, say, endAt, sleep, tally } = day;
      await untilTheMiddle(day);
      const length = outageMs(endAt);
      tally.begin('database away');
      say(`the database is stopped for ${Math.round(length / 1000)} s`);
      // SIGINT: fast shutdown, as `systemctl stop postgresql` does it.
      process.kill(
        Number(readFileSync(join(cluster.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGINT',
      );
      await cluster.ended();
      await sleep(length);
      await cluster.start();
      say('the database is there again');
      tally.end();
    },
  },

  /** The filesystem of DATA_DIR is full, embedded database included, and has room again a minute later. */
  disk: {
    importMayFail: true,
    prepareDisk({ dataDir, folder }) {
      const image = join(folder, 'disk.img');
      writeFileSync(image, '');
      truncateSync(image, 900 * 1024 * 1024);
      execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
      execFileSync('mount', ['-o', 'loop', image, dataDir]);
      return () => {
        execFileSync('umount', ['-l', dataDir]);
        rmSync(image);
      };
    },
    async during(day) {
      const { dataDir, say, endAt, sleep, tally } = day;
      await untilTheMiddle(day);
      const length = outageMs(endAt);
      const ballast = join(dataDir, 'ballast');
      tally.begin('disk full');
      say(`the disk is filled for ${Math.round(length / 1000)} s`);
      const until = Date.now() + length;
      // Repeatedly, because space is freed meanwhile.
      for (; Date.now() < until; await sleep(500)) fill(ballast);
      say(`free: ${statfsSync(dataDir).bavail * statfsSync(dataDir).bsize} bytes`);
      rmSync(ballast);
      say('there is room again');
      tally.end();
    },
  },

  /** The payment providers hang (their process is stopped), then are gone, then come back with what they knew. */
  provider: {
    async during(day) {
      const { emulator, say, endAt, sleep, tally } = day;
      await untilTheMiddle(day);
      const length = outageMs(endAt);
      tally.begin('payment providers hang, then are gone');
      say(`the payment providers hang for ${Math.round(length / 1000)} s`);
      emulator.child.kill('SIGSTOP');
      await sleep(length);
      say('and are gone for half as long');
      await emulator.stop('SIGKILL');
      await sleep(length / 2);
      await emulator.start();
      say('the payment providers are there again');
      tally.end();
    },
  },

  /** The mail server refuses for now, then for good, then takes letters again. Nobody who reads may notice. */
  mail: {
    async during(day) {
      const { sink, say, endAt, sleep } = day;
      await untilTheMiddle(day);
      const length = outageMs(endAt);
      for (const code of [451, 554]) {
        say(`the mail server refuses with ${code}`);
        sink.state.refuses = code;
        await sleep(length / 2);
      }
      sink.state.refuses = null;
      say('the mail server takes letters again');
    },
  },

  /** Two servers on one database; every ten seconds one of them is killed and started again. */
  two: {
    database: 'external',
    servers: 2,
    async during({ servers, say, endAt, sleep, tally }) {
      await sleep(10_000);
      tally.begin('one of two servers killed every ten seconds');
      let kills = 0;
      for (; Date.now() < endAt - 15_000; kills += 1) {
        const server = servers[kills % 2];
        server.child.kill('SIGKILL');
        await server.child.gone;
        await server.start();
        await sleep(10_000);
      }
      say(`${kills} kills`);
      tally.end();
    },
  },
};

/** Writes until the disk is full. */
function fill(file) {
  const out = openSync(file, 'a');
  try {
    for (let size = 1 << 20; size >= 512; ) {
      try {
        if (writeSync(out, Buffer.alloc(size)) < size) size >>= 1;
      } catch {
        size >>= 1;
      }
    }
  } finally {
    closeSync(out);
  }
}
