import type { FieldText } from '@vesalius/contract/field-text';

/** Why a file cannot be read as a table, as a sentence for the user who chose it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly text: FieldText;

  constructor(text: FieldText, options?: ErrorOptions) {
    super(text, options);
    this.text = text;
  }
}

export const refuseFile = (reason: FieldText, cause?: unknown): never => {
  throw new UnreadableFile(reason, { cause });
};
