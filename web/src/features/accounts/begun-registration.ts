/**
 * In session storage: a reload, or a look at another page, leaves the form as it was. Never the password. Whoever comes
 * to the browser later finds nothing of it.
 */
const KEY = 'registration';
/** After the form was left (milliseconds). */
const KEPT_FOR_MS = 15 * 60_000;

export function storeBegunRegistration(values: object): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ values, leftAt: Date.now() }));
  } catch {
    // storage is off or full: a reload empties the form
  }
}

/** From now on the time counts, however long the form was looked at. */
export function leaveBegunRegistration(): void {
  const { values } = storedEntry();
  if (values) storeBegunRegistration(values);
}

/** Text fields and "Remember me" alone: whatever else is stored there is not what the form wrote. */
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
    // storage is off, or somebody else wrote there
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
