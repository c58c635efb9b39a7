/** Exit codes of sysexits.h: they tell a supervisor whether a restart can help. */
export const EXIT = {
  /** An error in our code. */
  software: 70,
  /** A dependency is unreachable or full: a later restart may help. */
  tryAgain: 75,
  /** The operator must change something first: a restart does not help. */
  configuration: 78,
} as const;

/** Why a process cannot start, as a sentence for its operator, who needs no stack trace. */
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
