const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

/** Only these errors of a disk say that a file is not there; after any other one nobody knows. */
export const isAbsent = (error: unknown): boolean =>
  ABSENT.has((error as NodeJS.ErrnoException | null)?.code ?? '');

/** Null if the file is absent; every other error is thrown. */
export const nullIfAbsent = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
