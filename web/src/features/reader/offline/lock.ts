const chains = new Map<string, Promise<unknown>>();

/** One at a time, over all tabs; over this one alone where the browser has no locks. */
export function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (typeof navigator !== 'undefined' && navigator.locks)
    return navigator.locks.request(name, work) as Promise<Result>;
  const before = chains.get(name) ?? Promise.resolve();
  const result = before.then(work, work);
  chains.set(name, result);
  return result;
}
