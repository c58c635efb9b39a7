/** The product's processes and the emulator's, started and watched by the day. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_FLAGS, SERVER_VARIABLES } from '../../scripts/server-flags.mjs';
import { pathOfBuilt } from '../built.mjs';

/** @typedef {import('node:child_process').ChildProcess & { gone: Promise<number | string | null> }} Program */
/**
 * @param {string[]} [before] The words of a command that starts the program elsewhere (bench/cluster).
 * @returns {Program}
 */
export function startProgram(path, env, logFile, args = [], before = []) {
  const log = openSync(logFile, 'a');
  const [program, ...words] = [...before, process.execPath, ...SERVER_FLAGS, pathOfBuilt(path), ...args];
  const child = spawn(program, words, {
    env: { ...SERVER_VARIABLES, ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  // However the day ends, no process is left.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const gone = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  return Object.assign(child, { gone });
}

/** What follows the name of a process in its `stat`. @param {number | string} pid */
const fieldsOf = (pid) => (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');

export async function untilReady(url, child, patienceMs = 400_000) {
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await sleep(250)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended while starting (${child.exitCode ?? child.signalCode})`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => null);
    if (answer && answer.status < 500) return;
  }
  throw new Error(`${url} did not answer`);
}

/**
 * Both providers in a process of their own, with their state in `file`; they know the charges that the demo library's
 * shop has made with those of its data folder.
 * @param {object} options
 * @param {string} [options.host]
 * @param {number} options.port
 * @param {string} options.webhookUrl
 * @param {string} options.file
 * @param {string} options.logFile
 * @param {string} options.dataDir
 * @param {string[]} [options.before] As for `startProgram`.
 */
export async function startEmulator(options) {
  const { host = '127.0.0.1', port, webhookUrl, file, logFile, dataDir, before = [] } = options;
  const known = join(dataDir, 'payment-emulator.json');
  if (existsSync(known)) copyFileSync(known, file);
  const url = `http://${host}:${port}`;
  const env = {
    ...{ EMULATOR_HOST: host, EMULATOR_PORT: String(port) },
    ...{ EMULATOR_WEBHOOK_URL: webhookUrl, EMULATOR_FILE: file },
  };
  /** @type {Program} */
  let child;
  const emulator = {
    url,
    start: async () => {
      child = startProgram('features/commerce/emulator/cli.js', env, logFile, [], before);
      await untilReady(`${url}/payment-emulator/control`, child);
    },
    /** @param {NodeJS.Signals} signal */
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await child.gone;
    },
  };
  await emulator.start();
  return emulator;
}

export const emulatorVariables = (url) => ({
  AUTHORIZENET_URL: `${url}/payment-emulator/authorize-net/xml/v1/request.api`,
  AUTHORIZENET_LOGIN_ID: 'emulator',
  AUTHORIZENET_TRANSACTION_KEY: 'emulator',
  PAYPAL_BASE_URL: `${url}/payment-emulator/paypal`,
  PAYPAL_CLIENT_ID: 'emulator',
  PAYPAL_CLIENT_SECRET: 'emulator',
  PAYPAL_WEBHOOK_ID: 'WH-EMULATED-0001',
});

/** Megabytes of the Node processes of a server: itself and, with WORKERS, those that it forked (Linux). */
export function memoryOf(pid) {
  let sum = 0;
  for (const one of [pid, ...nodeChildren(pid)]) {
    try {
      const status = readFileSync(`/proc/${one}/status`, 'utf8');
      sum += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    } catch {}
  }
  return sum;
}

function nodeChildren(pid) {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = fieldsOf(name);
      return Number(stat[1]) === pid && /dist\/main\.js/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'));
    } catch {
      return false;
    }
  });
}

/** Seconds of processor of a process and its children of the same program. */
export function processorOf(pid) {
  let ticks = 0;
  for (const one of [pid, ...nodeChildren(pid)]) {
    try {
      const fields = fieldsOf(one);
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {}
  }
  return ticks / 100;
}

/** Seconds that a process waited for a processor: how much other programs slowed it down (Linux). */
export function waitedFor(pid) {
  try {
    return Number(readFileSync(join('/proc', String(pid), 'schedstat'), 'utf8').split(' ')[1]) / 1e9;
  } catch {
    return 0;
  }
}
