/**
 * Whether a text that anyone may have written is a path of this site, with or without query and fragment. `//host`, `/\host` and
 * other schemes lead elsewhere. So does what becomes one of them when a browser resolves dots or drops line breaks (`/.//host`):
 * a path with empty or dotted segments, backslashes or control characters is none of ours.
 */
export function isSitePath(text: string): boolean {
  const [path = ''] = text.split(/[?#]/, 1);
  return /^\//.test(path) && !/\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path) && !/\p{Cc}/u.test(text);
}
