/** sysexits.h: what a supervisor may conclude from the end of a process. */
export const EXIT = {
  /** A fault of ours. */
  software: 70,
  /** Something else is away or full: starting again later may help. */
  tryAgain: 75,
  /** The operator has to change something first: starting again does not help. */
  configuration: 78,
} as const;

/** Why a process cannot start, as a sentence for its operator, who needs no stack trace for it. */
export class StartError extends Error {
  readonly exitCode: number;
  constructor(
    message: string,
    { exitCode = EXIT.configuration, cause }: { exitCode?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
