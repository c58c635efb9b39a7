/**
 * Where to go after signing in, as a path of this site. `?next=` may have been written by anyone, so only an own path is accepted;
 * `//host`, `/\host` and other schemes are not.
 */
export function safeNext(next: string | null | undefined, otherwise = '/'): string {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || hasControlCharacter(next)) return otherwise;
  const here = 'http://here.invalid';
  try {
    const address = new URL(next, here);
    return address.origin === here ? `${address.pathname}${address.search}${address.hash}` : otherwise;
  } catch {
    return otherwise;
  }
}

const hasControlCharacter = (text: string): boolean => [...text].some((character) => character < ' ');
