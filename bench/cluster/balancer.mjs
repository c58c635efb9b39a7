/** The host between the product and the database: HAProxy finds the primary, PgBouncer shares its connections. */
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER } from './database.mjs';
import { DATABASES, HOSTS, runOn, startOn } from './network.mjs';

const USER = 'postgres';
const URL_OF = (port) => `postgres://${OWNER.username}:${OWNER.password}@${HOSTS.balancer}:${port}/vesalius`;
export const PRIMARY_URL = URL_OF(5432);
export const POOLER_URL = URL_OF(6432);

const SERVERS = DATABASES.map((host) => `  server ${host} ${HOSTS[host]}:5432 check port 8008`).join('\n');
/** As documented in docs/operations.md. */
const HAPROXY = `
global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
  default-server inter 1s fall 2 rise 2 on-marked-down shutdown-sessions
listen primary
  bind ${HOSTS.balancer}:5432
  option httpchk GET /primary
  http-check expect status 200
${SERVERS}
listen replicas
  bind ${HOSTS.balancer}:5433
  option httpchk GET /replica
  http-check expect status 200
${SERVERS}
`;

/** @param {{ folder: string }} options */
export function createBalancer({ folder }) {
  const own = join(folder, 'balancer');
  const write = (name, text) => {
    writeFileSync(join(own, name), text, { mode: 0o644 });
    return join(own, name);
  };
  return {
    start() {
      mkdirSync(own);
      chownSync(
        own,
        Number(runOn('balancer', ['id', '-u', USER])),
        Number(runOn('balancer', ['id', '-g', USER])),
      );
      startOn('balancer', ['haproxy', '-db', '-f', write('haproxy.cfg', HAPROXY)], {
        ...{ user: USER, logFile: join(own, 'haproxy.log') },
      });
    },
    /** @param {{ connections: number }} options */
    startPooler({ connections }) {
      const users = write('users.txt', `"${OWNER.username}" "${OWNER.password}"\n`);
      const settings = write(
        'pgbouncer.ini',
        `[databases]
vesalius = host=${HOSTS.balancer} port=5432
[pgbouncer]
listen_addr = ${HOSTS.balancer}
listen_port = 6432
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout
`,
      );
      startOn('balancer', ['pgbouncer', settings], { user: USER, logFile: join(own, 'pgbouncer.log') });
    },
  };
}
