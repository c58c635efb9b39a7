/**
 * Installs what the laboratory runs, from Debian 12: Patroni, etcd, HAProxy, PgBouncer, PostgreSQL, pgBackRest, nginx.
 *
 *   node bench/cluster/build.mjs       as root, once; the same as `run.mjs --build`
 *
 * What is installed already is not upgraded. No service of the packages is started, now or at the next boot: the
 * laboratory starts its own processes with its own configuration.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGES = [
  ...['patroni', 'python3-etcd', 'etcd-server', 'etcd-client', 'haproxy', 'pgbouncer', 'pgbackrest', 'nginx'],
  ...['postgresql-15', 'iproute2', 'util-linux'],
];
const SERVICES = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'nginx'];
/** Debian asks this program before it starts a service of a package. */
const POLICY = '/usr/sbin/policy-rc.d';

export function demandRoot() {
  if (process.getuid?.() === 0) return;
  console.error(
    'The laboratory makes network namespaces and runs servers as another user: start it as root.',
  );
  process.exit(77);
}

export function install() {
  demandRoot();
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => execFileSync('apt-get', args, { env, stdio: 'inherit' });
  const hadPolicy = existsSync(POLICY);
  if (!hadPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', '--no-upgrade', ...PACKAGES);
  } finally {
    if (!hadPolicy) rmSync(POLICY);
  }
  // Without systemd there is nothing to disable.
  if (!existsSync('/run/systemd/system')) return;
  execFileSync('systemctl', ['disable', '--now', ...SERVICES], { stdio: 'inherit' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) install();
