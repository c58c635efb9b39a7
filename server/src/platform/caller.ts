import { AsyncLocalStorage } from 'node:async_hooks';

/** The network for which something is done now; null = the server itself. */
const site = new AsyncLocalStorage<string | null>();

export const callerSite = (): string | null => site.getStore() ?? null;
export const runForSite = <Result>(name: string, work: () => Result): Result => site.run(name, work);
/** Work that several callers wait for, or nobody: it stands in no network's line. */
export const runForAll = <Result>(work: () => Result): Result => site.run(null, work);
