import type { UnreadablePicture } from '../assets/pictures.ts';

/** A picture of the book that passed its check and cannot be decoded all the same, by its name. */
export class PictureOfBookRefused extends Error {
  readonly finding: {
    readonly kind: 'mistake';
    readonly path: readonly [];
    readonly file: string;
    readonly text: string;
  };

  constructor(files: ReadonlyMap<string, string>, cause: UnreadablePicture) {
    super(cause.message, { cause });
    const [file = 'A picture'] = [...files].find(([, hash]) => hash === cause.assetHash) ?? [];
    this.finding = { kind: 'mistake', path: [], file, text: cause.message };
  }
}
