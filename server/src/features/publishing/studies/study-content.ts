import { createHash } from 'node:crypto';
import {
  entriesOf,
  type Fields,
  idOf,
  type Path,
  type Value,
} from '@vesalius/contract/working-copy-document';
import { filesIn } from '../releases/release-source.ts';

/** An attribute that stays, and why. */
export interface KeptAttribute {
  readonly attribute: string;
  readonly reason: string;
}

/** What happens to identifying attributes. */
export interface Identity {
  readonly identity: 'refuse' | 'remove';
  readonly kept: readonly KeptAttribute[];
}

interface StudyFile {
  readonly path: string;
  readonly assetHash: string;
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Names the files of a study, whatever they are called and in whatever series they stand. */
export const contentOf = (files: readonly StudyFile[]): string =>
  hashOf([...new Set(files.map(({ assetHash }) => assetHash))].sort());

/** Names what a decision is about: the files, and what happens to their attributes. */
export const fingerprintOf = (files: readonly StudyFile[], { identity, kept }: Identity): string =>
  hashOf([contentOf(files), identity, kept.map(({ attribute, reason }) => [attribute, reason]).sort()]);

export const filesOfSeries = (folders: readonly string[], files: ReadonlyMap<string, string>): StudyFile[] =>
  folders.flatMap((folder) => filesIn(files, folder).map(([path, assetHash]) => ({ path, assetHash })));

export interface WorkStudy extends Identity {
  readonly key: string;
  readonly path: Path;
  readonly files: readonly StudyFile[];
}

const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

/** The studies of a working copy. */
export const studiesIn = (document: Fields, files: ReadonlyMap<string, string>): WorkStudy[] =>
  entriesOf(document.supplementaries).flatMap((group) =>
    entriesOf(group.materials).flatMap((material): WorkStudy[] => {
      if (material.type !== 'dicom') return [];
      const folders = entriesOf(material.series).map(({ folder }) => text(folder));
      const kept = entriesOf(material.kept_attributes).map(({ attribute, reason }) => ({
        attribute: text(attribute),
        reason: text(reason),
      }));
      return [
        {
          key: text(material.key),
          path: ['supplementaries', `#${idOf(group) ?? ''}`, 'materials', `#${idOf(material) ?? ''}`],
          files: filesOfSeries(folders.filter(Boolean), files),
          identity: material.identifying_attributes === 'remove' ? 'remove' : 'refuse',
          kept,
        },
      ];
    }),
  );

export const seriesFolders = (document: Fields): Set<string> =>
  new Set(
    entriesOf(document.supplementaries).flatMap((group) =>
      entriesOf(group.materials).flatMap(({ series }) =>
        entriesOf(series).map(({ folder }) => text(folder).replace(/\/+$/, '')),
      ),
    ),
  );
