import { AsyncLocalStorage } from 'node:async_hooks';

/** The network whose request is being served; null = work of the server itself. */
const site = new AsyncLocalStorage<string | null>();

export const callerSite = (): string | null => site.getStore() ?? null;
export const runForSite = <Result>(name: string, work: () => Result): Result => site.run(name, work);
/** For work that several callers or none wait for: it counts for no network's queue. */
export const runForAll = <Result>(work: () => Result): Result => site.run(null, work);
