/**
 * The laboratory: its network, its folder, and their removal. Whatever ends the program (the end of a trial, a failure,
 * Ctrl C), every process of the hosts is ended and everything that was made is removed. What a killed run has left is
 * removed by the next one.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBalancer } from './balancer.mjs';
import { createDatabase } from './database.mjs';
import { makeNetwork, removeNetwork } from './network.mjs';

/** Names the laboratory that is open: its process and its folder. */
const MARK = '/run/vesalius-laboratory.json';

/** @typedef {ReturnType<typeof openLaboratory>} Laboratory */

/** @param {{ keep: boolean, archives: boolean }} options `keep`: the folder with the logs stays. */
export function openLaboratory({ keep, archives }) {
  removeWhatIsLeft();
  const folder = mkdtempSync(join(tmpdir(), 'vesalius-laboratory-'));
  // The servers run as another user and read their configuration here.
  chmodSync(folder, 0o755);
  rmSync(MARK, { force: true });
  writeFileSync(MARK, JSON.stringify({ pid: process.pid, folder }));
  const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
  let isOpen = true;
  function close() {
    if (!isOpen) return;
    isOpen = false;
    removeNetwork();
    if (keep) say(`configurations, ledger and logs: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
    rmSync(MARK, { force: true });
  }
  process.once('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
  makeNetwork();
  return {
    ...{ folder, say, close },
    database: createDatabase({ folder, archives }),
    balancer: createBalancer({ folder }),
  };
}

function removeWhatIsLeft() {
  if (existsSync(MARK)) {
    const { pid, folder } = JSON.parse(readFileSync(MARK, 'utf8'));
    if (isLaboratory(pid)) throw new Error(`a laboratory is open already (process ${pid})`);
    removeNetwork();
    rmSync(folder, { recursive: true, force: true });
    rmSync(MARK);
  }
  removeNetwork();
}

function isLaboratory(pid) {
  try {
    return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bench/cluster');
  } catch {
    return false;
  }
}
