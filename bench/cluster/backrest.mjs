/** pgBackRest on the database hosts: one repository that all reach, archiving by whichever host is the primary. */
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUPERUSER } from './database.mjs';
import { DATABASES, HOSTS, runOn, startOn, until } from './network.mjs';

const USER = 'postgres';
const STANZA = 'vesalius';
/** The restored server's port, beside the one that runs on the same host. */
const PORT = 5439;
const configOf = (folder, host) => join(folder, 'backrest', `${host}.conf`);

/** What PostgreSQL needs to archive, for Patroni's `parameters`; `%f` tells the hosts apart by their own file. */
export const archiving = (folder, host) => ({
  archive_mode: 'on',
  archive_command: `pgbackrest --config=${configOf(folder, host)} --stanza=${STANZA} archive-push %p`,
});

/** @param {{ folder: string, database: ReturnType<typeof import('./database.mjs').createDatabase> }} options */
export function createBackrest({ folder, database }) {
  const home = join(folder, 'backrest');
  const uid = Number(runOn('db1', ['id', '-u', USER]));
  const gid = Number(runOn('db1', ['id', '-g', USER]));
  const make = (path) => {
    mkdirSync(path, { recursive: true });
    chownSync(path, uid, gid);
    return path;
  };
  /** @param {import('./network.mjs').Host} host @param {string[]} args */
  const run = (host, ...args) =>
    runOn(host, ['pgbackrest', `--config=${configOf(folder, host)}`, `--stanza=${STANZA}`, ...args], {
      user: USER,
    });
  return {
    configure() {
      make(home);
      const repository = make(join(home, 'repository'));
      for (const host of DATABASES) {
        const own = make(join(home, host));
        const lines = [
          ...['[global]', `repo1-path=${repository}`, 'repo1-retention-full=2', 'start-fast=y'],
          ...[`lock-path=${own}`, `log-path=${own}`, `spool-path=${own}`, 'log-level-console=warn'],
          ...[`[${STANZA}]`, `pg1-path=${database.dataOf(host)}`, `pg1-socket-path=${join(folder, host)}`],
        ];
        writeFileSync(configOf(folder, host), `${lines.join('\n')}\n`, { mode: 0o644 });
      }
    },
    /** A full backup of the primary. */
    async backUp() {
      const host = await database.primary();
      run(host, 'stanza-create');
      run(host, 'check');
      run(host, '--type=full', 'backup');
    },
    /** Restores to a moment into a new folder on a standby's host, and starts it there. Returns its address. */
    async restore(moment) {
      const primary = await database.primary();
      const host = DATABASES.find((one) => one !== primary) ?? 'db1';
      const data = join(make(join(home, 'restored')), 'data');
      const words = ['--type=time', `--target=${moment}`, '--target-action=promote', `--pg1-path=${data}`];
      run(host, ...words, 'restore');
      // What Patroni wrote for the old host into the folder does not hold here.
      const settings = {
        ...{ listen_addresses: HOSTS[host], port: String(PORT), unix_socket_directories: home },
        ...{
          archive_mode: 'off',
          primary_conninfo: '',
          primary_slot_name: '',
          synchronous_standby_names: '',
        },
      };
      const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const postgres = '/usr/lib/postgresql/15/bin/postgres';
      startOn(host, [postgres, '-D', data, ...options], { user: USER, logFile: join(home, 'restored.log') });
      const ask = (statement) =>
        runOn(host, ['psql', '-X', '-A', '-t', '-d', 'vesalius', '-c', statement], {
          env: {
            ...{ PGHOST: HOSTS[host], PGPORT: String(PORT) },
            ...{ PGUSER: SUPERUSER.username, PGPASSWORD: SUPERUSER.password },
          },
        }).trim();
      const isPromoted = () => {
        try {
          return ask('select pg_is_in_recovery()') === 'f';
        } catch {
          return false;
        }
      };
      await until('the restored database', isPromoted, 180);
      const { username, password } = SUPERUSER;
      return `postgres://${username}:${password}@${HOSTS[host]}:${PORT}/vesalius`;
    },
  };
}
