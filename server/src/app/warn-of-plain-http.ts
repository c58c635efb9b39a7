import type { Deps } from '../platform/deps.ts';

const OF_THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** A proxy may end TLS in front of an inner address, so this is a warning and no refusal. */
export function warnOfPlainHttp({ config, log }: Pick<Deps, 'log' | 'config'>): void {
  const { production, PUBLIC_URL } = config;
  const { protocol, hostname } = new URL(PUBLIC_URL ?? 'http://localhost');
  if (production && protocol === 'http:' && !OF_THIS_MACHINE.test(hostname))
    log.warn(
      { publicUrl: PUBLIC_URL },
      'PUBLIC_URL begins with http: passwords and sessions travel in plain text unless readers reach this server by https',
    );
}
