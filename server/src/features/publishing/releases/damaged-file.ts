import type { DamagedAsset } from '../assets/copy-asset.ts';
import type { Finding } from '../works/work-under-check.ts';

/** A stored file that is damaged or missing, under its name in the work. */
export const damagedFile = (
  { hash, problem }: Pick<DamagedAsset, 'hash' | 'problem'>,
  files: ReadonlyMap<string, string>,
): Finding => ({
  ...{ kind: 'mistake', path: [], text: problem },
  file: [...files].find(([, assetHash]) => assetHash === hash)?.[0] ?? null,
});
