const KEY = 'device';

/** The browser's name and a random part, kept: signing in from here counts apart from a stranger's attempts. */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept) return kept;
    const made = `${browserName(navigator.userAgent)}-${randomPart()}`;
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    return `${browserName(navigator.userAgent)}-${randomPart()}`;
  }
}

const browserName = (userAgent: string): string =>
  /Edg\//.test(userAgent) ? 'Edge' : (/(Firefox|Chrome|Safari)\//.exec(userAgent)?.[1] ?? 'Browser');

/** `crypto.randomUUID` exists on secure origins only; a demo on the local network is none. */
const randomPart = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
