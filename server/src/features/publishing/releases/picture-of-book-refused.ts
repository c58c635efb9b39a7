import type { UnreadablePicture } from '../assets/pictures.ts';

/** A picture that passed its check and still cannot be decoded, by its name. */
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
