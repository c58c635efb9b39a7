/** Why a file cannot be read as a table, as a sentence for the user who chose it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export const refuseFile = (reason: string, cause?: unknown): never => {
  throw new UnreadableFile(reason, { cause });
};
