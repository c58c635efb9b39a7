const KEY = 'device';

/** The browser's name and a stored random part: sign-ins from here are throttled separately from those of strangers. */
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

/** `crypto.randomUUID` needs a secure origin, which a demo on the local network is not. */
const randomPart = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
