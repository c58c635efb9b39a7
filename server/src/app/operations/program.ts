import { resolve } from 'node:path';
import type { Log } from '../../platform/database/pool.ts';
import { describeError } from '../../platform/log.ts';
import { StartError } from '../../platform/start-error.ts';

/** What the commands for operators share: output, and exit codes (sysexits.h). */
export const EXIT = { done: 0, refused: 1, usage: 64, software: 70 } as const;

export const say = (text: string) => void process.stdout.write(`${text}\n`);
export const complain = (text: string) => void process.stderr.write(`${text}\n`);

/** Prints warnings and errors only. */
export const programLog: Log = {
  info: () => {},
  warn: (fields, text) => complain(`${text} ${detail(fields)}`),
  error: (fields, text) => complain(`${text} ${detail(fields)}`),
};

function detail(fields: object): string {
  const { err } = fields as { err?: unknown };
  return err ? `(${(describeError(err) as { message: string }).message})` : '';
}

/** npm changes to the root of the project; relative folders belong to where the command was typed. */
export const placeOf = (folder: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), folder);

export const sizeOf = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`;

/**
 * Exits with the code that `work` returns, or prints one line with the reason for its failure. Files are for its user
 * only.
 */
export async function runProgram(work: () => Promise<number>): Promise<void> {
  process.umask(0o077);
  try {
    process.exitCode = await work();
  } catch (error) {
    complain(`\n${error instanceof Error ? error.message : String(error)}`);
    if (process.env.DEBUG && error instanceof Error) complain(String(error.stack));
    process.exitCode = error instanceof StartError ? error.exitCode : EXIT.refused;
  }
}
