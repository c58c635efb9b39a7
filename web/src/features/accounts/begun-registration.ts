/** In session storage: a reload, or a look at the terms, leaves the form as it was. Never the password. */
const KEY = 'registration';

export function storeBegunRegistration(values: object): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // storage is off or full: a reload empties the form
  }
}

/** Text fields alone: whatever else is stored there is not what the form wrote. */
export function readBegunRegistration(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(stored ?? {}).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

export function clearBegunRegistration(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was stored
  }
}
