/** Types of external-postgres.mjs for the tests of the server. */
export interface InstalledPostgres {
  bin: string;
  version: string;
}

export interface ExternalPostgres {
  url: string;
  version: string;
  dataFolder: string;
  /** Starts it again after it has ended. */
  start(): Promise<void>;
  /** Resolves when the running server has ended. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

export function findPostgres(options?: { install?: boolean }): InstalledPostgres | { reason: string };
export function startExternalPostgres(
  installed: InstalledPostgres,
  settings?: Record<string, string>,
): Promise<ExternalPostgres>;
export function withExternalPostgres<Result>(
  work: (url: string, cluster: ExternalPostgres) => Promise<Result>,
  options?: { install?: boolean; settings?: Record<string, string> },
): Promise<{ result: Result } | { skipped: string }>;
