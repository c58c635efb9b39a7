/*
 * A tab outlives releases. The server keeps the files of former builds for some days; a tab that is older, or whose server
 * has no former files, asks for a file that is gone. Then it reloads once, at the address it was going to, with the code of
 * the present build. Guarded by the build's name, so that a build with a missing file does not reload for ever.
 */
const RELOADED_BUILD = 'reloaded-build';
/** A page that is the same for everybody and cheap to make; it names the present build's entry. */
const PROBE = '/terms';

/** Why code did not arrive: another build, no connection, a server that fails, or a build with a missing file. */
export type MissingCause = 'release' | 'offline' | 'server' | 'broken';

/** What browsers and Vite say when a part of the code, or its styles, did not arrive. */
const WORDS =
  /dynamically imported module|importing a module script failed|unable to preload css|failed to load module script/i;

export const isMissingCode = (error: unknown): boolean => error instanceof Error && WORDS.test(error.message);

/** For parts that are no modules: messages that did not arrive. */
export const missingCode = (what: string): Error =>
  new Error(`Failed to fetch dynamically imported module: ${what}`);

/** The entry script of a page: its name carries the hash of all code. */
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

/** Reloads the present address, unless this build was reloaded already. */
export function reloadOnce(load = reload): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_BUILD) === ownEntry()) return false;
    sessionStorage.setItem(RELOADED_BUILD, ownEntry());
  } catch {
    // Without a memory a loop could not be ended.
    return false;
  }
  load();
  return true;
}

export const reload = (): void => window.location.reload();
