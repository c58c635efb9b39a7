/**
 * Where to go after signing in, as an address of this site: what stands in `?next=` may have been written by
 * anybody, so that only a path of our own counts. `//host`, `/\host` and other schemes are none.
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
