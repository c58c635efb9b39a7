/** Held by every tab of a user whom the browser does not remember: no other storage knows of that session. */
const lockOf = (userId: string): string => `tab-of/${userId}`;

/** Held until the tab is closed. Insecure origins have no locks. */
export function holdTab(userId: string): void {
  const held = navigator.locks?.request(lockOf(userId), { mode: 'shared' }, () => new Promise(() => {}));
  // A page that is being unloaded cannot request a lock.
  held?.catch(() => {});
}

/** The ids of users with a tab of their own in this browser. Null: an insecure origin cannot tell. */
export async function openUsers(): Promise<string[] | null> {
  if (!navigator.locks) return null;
  const { held = [] } = await navigator.locks.query();
  const ofTabs = held.flatMap(({ name = '' }) => (name.startsWith(lockOf('')) ? [name] : []));
  return ofTabs.map((name) => name.slice(lockOf('').length));
}

/** Does the work unless a tab is open for the user; a tab that opens in the meantime waits. */
export async function unlessOpen(userId: string, work: () => void): Promise<void> {
  if (!navigator.locks) work();
  else await navigator.locks.request(lockOf(userId), { ifAvailable: true }, (lock) => lock && work());
}
