import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../app.ts';

/**
 * What `make-release.ts` writes next to the backup of a release: the users and objects that the upgrade test checks. Fields
 * that a later release adds are missing in older ones.
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
  /** The state of the emulated payment providers, which is not in the database. */
  readonly emulator: object;
}

export const RELEASES_FOLDER = import.meta.dirname;
export const releaseFiles = (): string[] =>
  readdirSync(RELEASES_FOLDER)
    .filter((name) => name.endsWith('.pack'))
    .sort()
    .map((name) => join(RELEASES_FOLDER, name));
