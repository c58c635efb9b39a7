/*
 * A tab may outlive releases. The server keeps the files of former builds for some days; an older tab, or one whose server has no
 * former files, requests a file that is gone. Then it reloads once, at the address it was going to, with the current build. The
 * build's name is stored, so that a build with a missing file does not reload forever.
 */
const RELOADED_BUILD = 'reloaded-build';
/** A page that is the same for all users and cheap to make; it names the current build's entry. */
const PROBE = '/terms';

/** Why code could not be loaded: another build, no connection, a failing server, or a build with a missing file. */
export type MissingCause = 'release' | 'offline' | 'server' | 'broken';

/** The messages of browsers and Vite when a module or its styles could not be loaded. */
const WORDS =
  /dynamically imported module|importing a module script failed|unable to preload css|failed to load module script/i;

export const isMissingCode = (error: unknown): boolean => error instanceof Error && WORDS.test(error.message);

/** For parts that are not modules: messages that could not be loaded. */
export const missingCode = (what: string): Error =>
  new Error(`Failed to fetch dynamically imported module: ${what}`);

/** The entry script of a page: its name contains the hash of all code. */
const entryOf = (html: string): string | null =>
  /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? null;
const ownEntry = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? '';

export async function findMissingCause(): Promise<MissingCause> {
  const answer = await fetch(PROBE, { cache: 'no-store', headers: { accept: 'text/html' } }).catch(
    () => null,
  );
  if (!answer) return 'offline';
  if (!answer.ok) return 'server';
  const present = entryOf(await answer.text().catch(() => ''));
  return present !== null && present !== ownEntry() ? 'release' : 'broken';
}

/** Reloads the current address, unless this build was already reloaded. */
export function reloadOnce(load = reload): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_BUILD) === ownEntry()) return false;
    sessionStorage.setItem(RELOADED_BUILD, ownEntry());
  } catch {
    // Without storage an endless loop could not be detected.
    return false;
  }
  load();
  return true;
}

export const reload = (): void => window.location.reload();
