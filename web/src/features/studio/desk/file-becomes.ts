import type { WorkFile } from '@vesalius/contract/work-files';
import type { Operation } from '@vesalius/contract/working-copy';
import {
  entriesOf,
  type Fields,
  idOf,
  type Path,
  type Value,
  valueAt,
} from '@vesalius/contract/working-copy-document';
import { shortId } from '../fields/field-spec.ts';
import { addEntry, setField } from '../fields/set-field.ts';
import { languageOfName } from '../media/captions/languages.ts';
import type { Target } from './attachments.ts';
import { addMaterial } from './moves.ts';

/** Video containers whose types do not begin with `video/`. */
const OTHER_VIDEOS: ReadonlySet<string> = new Set(['application/mxf', 'application/vnd.ms-asf']);

/** What was dropped together stands in a folder of its own. */
export const folderOfGroup = (group: string): string => `dicom/${group}`;

/** Images of scanners have this ending, a number, or none; an archive is unpacked on the server. */
export const mayBeDicom = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type === 'application/dicom' ||
  /\.(?:dcm|dicom|ima|zip)$/i.test(name) ||
  !/\.[a-z][a-z0-9]{1,4}$/i.test(name);

/** The file's name without its extension, as an initial title. */
export const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

/**
 * The operations that use an uploaded file in the working copy. Null: a page cannot use it; it stays among the files
 * of the work.
 */
export function fileBecomes(document: Fields, file: WorkFile, target: Target): Operation[] | null {
  if (target.kind === 'field') return [setField(document, target.path, file.path)];
  if (target.kind === 'files') {
    const known = valueAt(document, target.path);
    const files: readonly Value[] = Array.isArray(known) ? known : [];
    return files.includes(file.path) ? [] : [setField(document, target.path, [...files, file.path])];
  }
  // All files of a study together become a material, on the server.
  if (target.kind === 'study') return [];
  if (target.kind === 'tracks') return trackOf(document, file, target.path);
  const { media_type: type, original_name: name } = file;
  const base = { key: `material-${shortId()}`, title: titleOf(name) || name };
  if (type.startsWith('video/') || OTHER_VIDEOS.has(type))
    return addMaterial(document, target.page, { ...base, type: 'video', file: file.path });
  if (type.startsWith('image/')) {
    const images = [{ _id: shortId(), file: file.path }];
    return addMaterial(document, target.page, { ...base, type: 'image', images });
  }
  return null;
}

/** Adds a language to a lecture. */
function trackOf(document: Fields, file: WorkFile, list: Path): Operation[] | null {
  if (file.media_type !== 'text/vtt' && file.media_type !== 'application/x-subrip') return null;
  const tracks = entriesOf(valueAt(document, list));
  if (tracks.some((track) => track.file === file.path)) return [];
  const ofBook = typeof document.language === 'string' ? document.language : 'en';
  const language = languageOfName(file.original_name) ?? ofBook;
  const last = tracks.at(-1);
  const entry = { _id: shortId(), language, file: file.path };
  return [addEntry(document, list, entry, last ? idOf(last) : null)];
}
