/** The database hosts: etcd, Patroni and PostgreSQL on each, with one synchronous standby at least. */
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiving } from './backrest.mjs';
import { DATABASES, HOSTS, killAll, processesOf, runOn, startOn, until } from './network.mjs';

export const SUPERUSER = { username: 'postgres', password: 'laboratory' };
export const OWNER = { username: 'vesalius', password: 'laboratory' };
const BIN = '/usr/lib/postgresql/15/bin';
const USER = 'postgres';
/** Patroni gives a primary up this many seconds after it was last heard of; its least value. */
const TTL_SECONDS = 20;

/** @typedef {import('./network.mjs').Host} Host */
/** @typedef {{ name: Host, role: string, state: string, lag?: number | string }} Member */

/** @param {{ folder: string, archives: boolean }} options `archives`: with pgBackRest (backrest.mjs). */
export function createDatabase({ folder, archives }) {
  const uid = Number(runOn('db1', ['id', '-u', USER]));
  const gid = Number(runOn('db1', ['id', '-g', USER]));
  const folderOf = (host) => join(folder, host);
  const dataOf = (host) => join(folderOf(host), 'data');
  const configOf = (host) => join(folderOf(host), 'patroni.json');
  const cluster = DATABASES.map((host) => `${host}=http://${HOSTS[host]}:2380`).join(',');

  function startEtcd(host) {
    const client = `http://${HOSTS[host]}:2379`;
    const peer = `http://${HOSTS[host]}:2380`;
    const command = [
      ...['etcd', '--name', host, '--data-dir', join(folderOf(host), 'etcd'), '--log-level', 'warn'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', cluster, '--initial-cluster-state', 'new', '--enable-v2'],
      // Patient with a busy machine: every host shares its disk and its processors.
      ...['--heartbeat-interval', '200', '--election-timeout', '2000'],
    ];
    startOn(host, command, { user: USER, logFile: join(folderOf(host), 'etcd.log') });
  }

  const startPatroni = (host) =>
    startOn(host, ['patroni', configOf(host)], { user: USER, logFile: join(folderOf(host), 'patroni.log') });

  /** @returns {Promise<Member[]>} As the first host that answers sees them. */
  async function members() {
    for (const host of DATABASES) {
      const answer = await fetch(`http://${HOSTS[host]}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
        .then((response) => response.json())
        .catch(() => null);
      if (answer?.members?.some(({ role }) => role === 'leader')) return answer.members;
    }
    return [];
  }

  const isWhole = async () => {
    const all = await members();
    const well = all.filter(
      ({ role, state, lag }) => role === 'leader' || (/running|streaming/.test(state) && Number(lag) < 1e6),
    );
    return well.length === DATABASES.length && all.some(({ role }) => role === 'sync_standby') ? all : null;
  };

  return {
    dataOf,
    async start() {
      for (const host of DATABASES) {
        mkdirSync(folderOf(host));
        chownSync(folderOf(host), uid, gid);
        writeFileSync(
          configOf(host),
          JSON.stringify(configuration(host, folderOf(host), archives ? archiving(folder, host) : {})),
          {
            mode: 0o644,
          },
        );
        startEtcd(host);
      }
      for (const host of DATABASES) startPatroni(host);
      await until('the database cluster', isWhole, 120);
      const statements = [
        `create role ${OWNER.username} login password '${OWNER.password}'`,
        `create database vesalius owner ${OWNER.username}`,
      ];
      for (const statement of statements) await this.ask(statement);
      for (const extension of ['pg_trgm', 'unaccent'])
        await this.ask(`create extension ${extension}`, 'vesalius');
    },
    /** Asks the primary as the superuser, on its own host. */
    async ask(statement, database = 'postgres') {
      const host = await this.primary();
      return runOn(
        host,
        ['psql', '-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', statement],
        {
          env: { PGHOST: HOSTS[host], PGUSER: SUPERUSER.username, PGPASSWORD: SUPERUSER.password },
        },
      ).trim();
    },
    /** @returns {Promise<Host>} */
    primary: async () =>
      (await until('a primary', async () => (await members()).find(({ role }) => role === 'leader'))).name,
    members,
    untilWhole: (seconds = 180) => until('three members with a synchronous standby', isWhole, seconds),
    startPatroni,
    /** Patroni and the postmaster die in this moment; the other processes of PostgreSQL notice it by themselves. */
    kill(host) {
      const patroni = processesOf(host).filter((pid) => commandOf(pid).includes('/patroni'));
      const file = join(dataOf(host), 'postmaster.pid');
      const postmaster = existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n')[0])] : [];
      killAll([...patroni, ...postmaster], 'SIGKILL');
    },
    /** @param {NodeJS.Signals} signal SIGSTOP or SIGCONT, for everything but etcd. */
    signal(host, signal) {
      killAll(
        processesOf(host).filter((pid) => !/\betcd\b/.test(commandOf(pid).split(' ')[0])),
        signal,
      );
    },
  };
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function configuration(host, folder, parameters) {
  const address = HOSTS[host];
  return {
    scope: 'vesalius',
    name: host,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    // Not `etcd3`: Patroni before 3.0.3 overwrites the lock of another leader there when it wakes up after a pause.
    etcd: { hosts: DATABASES.map((one) => `${HOSTS[one]}:2379`) },
    bootstrap: {
      dcs: {
        ...{ ttl: TTL_SECONDS, loop_wait: 5, retry_timeout: 5, synchronous_mode: true },
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      ...{ listen: `${address}:5432`, connect_address: `${address}:5432` },
      ...{ data_dir: join(folder, 'data'), bin_dir: BIN, pgpass: join(folder, 'pgpass') },
      authentication: {
        superuser: SUPERUSER,
        replication: { username: 'replicator', password: 'laboratory' },
        rewind: { username: 'rewinder', password: 'laboratory' },
      },
      pg_hba: [
        'local all all trust',
        'host all all 10.77.0.0/24 scram-sha-256',
        'host replication replicator 10.77.0.0/24 scram-sha-256',
      ],
      parameters: {
        unix_socket_directories: folder,
        max_connections: '100',
        shared_buffers: '64MB',
        ...parameters,
      },
    },
  };
}
