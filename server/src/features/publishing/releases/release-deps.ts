import type { Deps } from '../../../platform/deps.ts';

export type StorageDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;
/** The dependencies of publishing. */
export type ReleaseDeps = StorageDeps &
  Pick<Deps, 'pictures'> & { readonly config: Pick<Deps['config'], 'dataDir' | 'FFMPEG_PATH'> };
