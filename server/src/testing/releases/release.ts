import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../app.ts';

/**
 * What `make-release.ts` writes beside the backup of a release: whom and what the upgrade test asks for. A release
 * that adds a field leaves it out of the older ones.
 */
export interface Release {
  readonly now: string;
  readonly secretKey: string;
  readonly password: string;
  readonly people: Readonly<Record<string, Person>>;
  readonly ids: Readonly<Record<string, string>>;
  readonly certificateNumber: string;
  readonly credential: string;
  readonly recoveryCode: string;
  /** The state of the emulated payment providers, who keep it on their side. */
  readonly emulator: object;
}

export const RELEASES_FOLDER = import.meta.dirname;
export const releaseFiles = (): string[] =>
  readdirSync(RELEASES_FOLDER)
    .filter((name) => name.endsWith('.pack'))
    .sort()
    .map((name) => join(RELEASES_FOLDER, name));
