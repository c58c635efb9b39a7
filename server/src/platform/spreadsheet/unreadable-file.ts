/** Why a file is no table, as a sentence for whoever chose it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export const refuseFile = (reason: string, cause?: unknown): never => {
  throw new UnreadableFile(reason, { cause });
};
