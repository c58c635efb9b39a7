const chains = new Map<string, Promise<unknown>>();

/** Runs one at a time across all tabs; only within this tab in browsers without Web Locks. */
export function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (typeof navigator !== 'undefined' && navigator.locks)
    return navigator.locks.request(name, work) as Promise<Result>;
  const before = chains.get(name) ?? Promise.resolve();
  const result = before.then(work, work);
  chains.set(name, result);
  return result;
}
