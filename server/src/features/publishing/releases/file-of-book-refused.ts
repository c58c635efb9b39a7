/** A file that passed its check and still cannot be made into what readers get, by its name. */
export class FileOfBookRefused extends Error {
  readonly assetHash: string;
  readonly finding: {
    readonly kind: 'mistake';
    readonly path: readonly [];
    readonly file: string;
    readonly text: string;
  };

  constructor(files: ReadonlyMap<string, string>, cause: Error & { readonly assetHash: string }) {
    super(cause.message, { cause });
    this.assetHash = cause.assetHash;
    const [file = 'A file'] = [...files].find(([, hash]) => hash === cause.assetHash) ?? [];
    this.finding = { kind: 'mistake', path: [], file, text: cause.message };
  }
}
