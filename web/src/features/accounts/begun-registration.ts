/**
 * Stored in session storage, so that a reload or a visit to another page keeps the form. Never includes the password,
 * and is deleted before another user could see it.
 */
const KEY = 'registration';
/** Counted from the moment when the form was left (milliseconds). */
const KEPT_FOR_MS = 15 * 60_000;

export function storeBegunRegistration(values: object): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ values, leftAt: Date.now() }));
  } catch {
    // storage is disabled or full: a reload empties the form
  }
}

/** Starts the time limit, however long the form was open. */
export function leaveBegunRegistration(): void {
  const { values } = storedEntry();
  if (values) storeBegunRegistration(values);
}

/** Reads only text fields and "Remember me": the form writes nothing else. */
export function readBegunRegistration(): Record<string, string | boolean> {
  const { values, leftAt } = storedEntry();
  if (!values) return {};
  if (Math.abs(Date.now() - Number(leftAt)) > KEPT_FOR_MS) {
    clearBegunRegistration();
    return {};
  }
  const isOurs = ([name, value]: [string, unknown]): boolean =>
    typeof value === (name === 'remember' ? 'boolean' : 'string');
  return Object.fromEntries(Object.entries(values).filter(isOurs));
}

function storedEntry(): { values?: object; leftAt?: number } {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    // storage is disabled, or other code wrote this key
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
