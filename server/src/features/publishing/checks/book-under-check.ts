import type { Path } from '../mistakes.ts';
import type { LooseManifest } from '../read-manifest.ts';
import type { FactsOf, FileKind } from './look-at-file.ts';

/** What is checked before it is published: a book folder, or a working copy. The checks and their words are the same. */
export interface BookUnderCheck {
  readonly manifest: LooseManifest;
  /** What it is: a folder changes no price that was set on the desk. */
  readonly source: 'folder' | 'desk';
  /** Something is wrong with this value of the manifest. */
  mistake(path: Path, text: string): void;
  /** Told, but no reason to refuse. */
  warning(path: Path, text: string): void;
  /** Something is wrong inside a file that the manifest names at `path`. */
  mistakeIn(file: string, path: Path, text: string, line?: number | null): void;
  hasMistake(field: string): boolean;
  /** Undefined where the file is missing or not sound, which has been said then; by `tell` where that is given. */
  look<Kind extends FileKind>(
    kind: Kind,
    path: Path,
    file: string,
    tell?: (text: string) => void,
  ): Promise<FactsOf[Kind] | undefined>;
  /** The files of a folder that the manifest names at `path`, by name; null where there is no such folder. */
  filesIn(path: Path, folder: string): Promise<string[] | null>;
}
