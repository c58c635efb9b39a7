import type { ManifestMaterial } from '../manifest-materials.ts';
import type { Path } from '../mistakes.ts';
import type { LooseManifest } from '../read-manifest.ts';
import type { FactsOf, FileKind } from './look-at-file.ts';

export type DicomMaterial = Extract<ManifestMaterial, { type: 'dicom' }>;

/** A book folder or a working copy, checked before it is published. Both get the same checks and messages. */
export interface BookUnderCheck {
  readonly manifest: LooseManifest;
  /** A folder cannot change a price that was set on the desk. */
  readonly source: 'folder' | 'desk';
  /** Reports an error in this value of the manifest. */
  mistake(path: Path, text: string): void;
  /** Reports something that does not prevent publication. */
  warning(path: Path, text: string): void;
  /** It is put right by itself, in a while. */
  waiting(path: Path, text: string): void;
  /** Reports an error inside a file that the manifest names at `path`. */
  mistakeIn(file: string, path: Path, text: string, line?: number | null): void;
  hasMistake(field: string): boolean;
  /**
   * The facts of a file. Undefined if the file is missing or invalid; that is then reported, through `tell` if given.
   */
  look<Kind extends FileKind>(
    kind: Kind,
    path: Path,
    file: string,
    tell?: (text: string) => void,
  ): Promise<FactsOf[Kind] | undefined>;
  /** The names of the files in a folder that the manifest names at `path`; null if there is no such folder. */
  filesIn(path: Path, folder: string): Promise<string[] | null>;
  /**
   * Whether a person has decided about what a study tells of its patient; `stated`: a folder is the statement of who made
   * it.
   */
  judgeStudy(material: DicomMaterial): Promise<'stated' | 'decided' | 'undecided' | 'waiting' | 'failed'>;
  /** In how many images of a study text was searched for; null: nobody searched. */
  countSearched(material: DicomMaterial): Promise<{ searched: number; images: number } | null>;
}
