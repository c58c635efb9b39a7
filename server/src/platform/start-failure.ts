import type { Logger } from 'pino';
import { errorCode, isUnavailable, reasonOf } from './database/errors.ts';
import { EXIT, StartError } from './start-error.ts';

const DISK_IS_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'files may not become that large here',
  ENOTDIR: 'a part of this path is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EEXIST: 'something else has this name',
  EMFILE: 'the limit of open files is reached',
};

interface SystemError extends NodeJS.ErrnoException {
  address?: string;
  hostname?: string;
  port?: number;
}

/** An entry of the log is one line. */
const inOneLine = (text: string) => text.replace(/\s*\n\s*(?:- )?/g, ' ').trim();

/**
 * Every start that fails ends here: with a sentence on standard error, the same in one line of the log, and an exit code
 * that tells a supervisor whether a retry makes sense. Only the log gets a stack trace, and only if the error may be ours.
 */
export function failStart(error: unknown, log?: Logger): never {
  const known = asStartError(error);
  const text = known?.message ?? `Vesalius could not start: ${inOneLine(reasonOf(error))}`;
  const exitCode = known?.exitCode ?? EXIT.software;
  log?.fatal({ exitCode, ...(known ? {} : { err: error }) }, inOneLine(text));
  process.stderr.write(`${text}\n`);
  process.exit(exitCode);
}

/** Null = an error that was not foreseen. */
export function asStartError(error: unknown): StartError | null {
  if (error instanceof StartError) return error;
  const { syscall, hostname, path, address, port } = (error ?? {}) as SystemError;
  const code = errorCode(error) ?? '';
  if (syscall === 'getaddrinfo' && hostname === process.env.HOST)
    return new StartError(`HOST: ${hostname} is not the name of an address of this machine.`);
  if (syscall === 'listen' || syscall === 'bind') return new StartError(listenProblem(code, address, port));
  if (path !== undefined && WORDS[code])
    return new StartError(`Cannot use ${path}: ${WORDS[code]}.`, {
      exitCode: DISK_IS_FULL.has(code) ? EXIT.tryAgain : EXIT.configuration,
      cause: error,
    });
  if (DISK_IS_FULL.has(code))
    return new StartError(`Cannot write to the data folder: ${WORDS[code]}.`, {
      exitCode: EXIT.tryAgain,
      cause: error,
    });
  // Of a migration the cause says why it failed.
  if (isUnavailable(error) || (error instanceof Error && isUnavailable(error.cause)))
    return new StartError(`The database cannot be used: ${reasonOf(error)}.`, {
      exitCode: EXIT.tryAgain,
      cause: error,
    });
  return null;
}

function listenProblem(code: string, address = '', port = 0): string {
  const endpoint = `port ${port}${address ? ` of ${address}` : ''}`;
  if (code === 'EADDRINUSE')
    return `Another process listens on ${endpoint}: stop it, or choose another port (PORT, METRICS_PORT).`;
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address} is not an address of this machine.`;
  return `Cannot listen on ${endpoint}: ${WORDS[code] ?? code} (ports below 1024 may need a privilege).`;
}
