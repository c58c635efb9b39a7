/** Finds a Chromium for the browser tests: the system's, the one in an npm package, or Debian's, which it installs. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Options that Chromium needs in a container, and that disable its own network requests. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param {string | null | undefined} path */
const works = (path) =>
  path && existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;

/**
 * The executable's path; null if there is none, after printing the reason.
 * @returns {Promise<string | null>}
 */
export async function findBrowser() {
  const system = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find(works);
  if (system) return system;
  const packaged = await import('@sparticuz/chromium')
    .then(({ default: chromium }) => chromium.executablePath())
    .catch(() => null);
  if (works(packaged)) return packaged;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('  installing Chromium with apt-get …\n');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (works('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  process.stderr.write(
    'No Chromium was found. Install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH.\n',
  );
  return null;
}
