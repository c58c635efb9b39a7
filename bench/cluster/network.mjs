/**
 * Hosts on one machine: a network namespace each, joined by a bridge that nothing outside of the machine reaches. A host
 * is cut off by taking its interface down. Delays are not simulated: `tc netem` needs a kernel module that containers
 * rarely have.
 */
import { execFileSync, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PREFIX = 'vsl-';
const BRIDGE = 'vsl-bridge';
/** Where the load comes from. */
export const OUTSIDE = '10.77.0.1';
export const HOSTS = {
  db1: '10.77.0.11',
  db2: '10.77.0.12',
  db3: '10.77.0.13',
  balancer: '10.77.0.20',
  app1: '10.77.0.31',
  app2: '10.77.0.32',
};
/** @typedef {keyof typeof HOSTS} Host */
/** @type {Host[]} */
export const DATABASES = ['db1', 'db2', 'db3'];
/** @type {Host[]} */
export const APPLICATIONS = ['app1', 'app2'];

const ip = (...args) => execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const nameOf = (host) => `${PREFIX}${host}`;

export function makeNetwork() {
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${OUTSIDE}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const [host, address] of Object.entries(HOSTS)) {
    const name = nameOf(host);
    ip('netns', 'add', name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', name, 'master', BRIDGE, 'up');
    ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
  }
}

export const cutOff = (host) => ip('-n', nameOf(host), 'link', 'set', 'eth0', 'down');
export const joinAgain = (host) => ip('-n', nameOf(host), 'link', 'set', 'eth0', 'up');

/** Ends every process of the hosts and removes them: those of a killed run, too. */
export function removeNetwork() {
  const names = ip('netns', 'list').match(new RegExp(`^${PREFIX}\\S+`, 'gm')) ?? [];
  for (const name of names) {
    for (let pids = pidsOf(name); pids.length > 0; pids = pidsOf(name)) killAll(pids, 'SIGKILL');
    // By itself the kernel removes the link of a deleted namespace too late for the next laboratory.
    removeLink(name);
    ip('netns', 'delete', name);
  }
  if (ip('-brief', 'link', 'show', 'type', 'bridge').includes(BRIDGE)) ip('link', 'delete', BRIDGE);
}

function removeLink(name) {
  if (ip('-brief', 'link', 'show', 'type', 'veth').includes(`${name}@`)) ip('link', 'delete', name);
}

const pidsOf = (name) => ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
export const processesOf = (host) => pidsOf(nameOf(host));

/** @param {number[]} pids @param {NodeJS.Signals} signal */
export function killAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {} // It has ended already.
  }
}

/** The words before a command that start it on a host. @param {Host} host @param {string} [user] */
export const onHost = (host, user) => [
  ...['nsenter', `--net=/run/netns/${nameOf(host)}`, 'setpriv', '--pdeathsig=KILL'],
  ...(user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []),
];

/**
 * Starts a server on a host. It is in a process group of its own, so that Ctrl C reaches the laboratory alone, and ends
 * with it.
 * @param {Host} host @param {string[]} command
 * @param {{ user?: string, logFile: string, env?: Record<string, string> }} options
 */
export function startOn(host, command, { user, logFile, env = {} }) {
  const log = openSync(logFile, 'a');
  const [program, ...args] = [...onHost(host, user), ...command];
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: '/tmp', ...env },
    ...{ cwd: '/', detached: true, stdio: ['ignore', log, log] },
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  return Object.assign(child, { gone });
}

/**
 * Runs a command on a host to its end and returns what it prints.
 * @param {Host} host @param {string[]} command
 * @param {{ user?: string, env?: Record<string, string> }} [options]
 */
export function runOn(host, command, { user, env = {} } = {}) {
  const [program, ...args] = [...onHost(host, user), ...command];
  return execFileSync(program, args, {
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: '/tmp', ...env },
    ...{ cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  });
}

/** Waits for a condition. @template T @param {() => T | Promise<T>} condition @returns {Promise<NonNullable<T>>} */
export async function until(what, condition, seconds = 60) {
  for (const giveUpAt = Date.now() + seconds * 1000; Date.now() < giveUpAt; await sleep(100)) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`${what}: not within ${seconds} seconds`);
}
