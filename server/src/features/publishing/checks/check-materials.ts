import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BadDicom,
  compareSlices,
  type DicomSlice,
  readDicomSlice,
  seriesMistakes,
  seriesReport,
} from '../../lectures/dicom-check.ts';
import type { ManifestMaterial } from '../manifest.ts';
import type { Path } from '../mistakes.ts';
import { type BookFolder, entriesOf } from '../read-book-folder.ts';
import { BadCaptions, readCaptions } from './captions.ts';
import { readVideo } from './video-container.ts';
import { BadVideo, type VideoFacts } from './video-facts.ts';

type Video = Extract<ManifestMaterial, { type: 'video' }>;
type Dicom = Extract<ManifestMaterial, { type: 'dicom' }>;

/** What was learnt of the files while they were checked, by their name in the manifest. */
export interface MaterialFacts {
  readonly videos: Map<string, VideoFacts>;
  /** Captions and descriptions, in WebVTT. */
  readonly tracks: Map<string, string>;
  readonly series: Map<string, { file: string; slice: DicomSlice }[]>;
}

/** A caption may outlast the picture by this much (seconds): encoders round. */
const CAPTION_TOLERANCE = 5;
const MOST_SLICES = 5000;

export async function checkMaterials(book: BookFolder): Promise<MaterialFacts> {
  const facts: MaterialFacts = { videos: new Map(), tracks: new Map(), series: new Map() };
  for (const [group, { materials }] of entriesOf(book.manifest.supplementaries)) {
    for (const [index, material] of entriesOf(materials)) {
      const path = ['supplementaries', group, 'materials', index];
      if (material.type === 'video') await checkVideo(book, path, material, facts);
      if (material.type === 'dicom') await checkDicom(book, path, material, facts);
    }
  }
  return facts;
}

async function checkVideo(book: BookFolder, path: Path, video: Video, facts: MaterialFacts): Promise<void> {
  const place = book.locate([...path, 'file'], video.file);
  let duration = Number.POSITIVE_INFINITY;
  if (place) {
    try {
      const found = await readVideo(place);
      facts.videos.set(video.file, found);
      duration = found.durationSeconds;
    } catch (error) {
      if (!(error instanceof BadVideo || error instanceof RangeError)) throw error;
      const text = error instanceof BadVideo ? error.message : 'is a damaged video; export it again';
      book.mistakeIn(video.file, [...path, 'file'], text);
    }
  }
  for (const [index, { at_seconds }] of entriesOf(video.marks)) {
    if (at_seconds > duration) {
      const text = `is ${at_seconds}, but the lecture lasts ${Math.floor(duration)} s; give a time within it`;
      book.mistake([...path, 'marks', index, 'at_seconds'], text);
    }
  }
  for (const kind of ['captions', 'descriptions'] as const)
    for (const [index, { file }] of entriesOf(video[kind]))
      await checkTrack(book, [...path, kind, index, 'file'], file, duration, facts);
}

async function checkTrack(
  book: BookFolder,
  path: Path,
  file: string,
  duration: number,
  facts: MaterialFacts,
): Promise<void> {
  const track = book.locate(path, file);
  if (!track) return;
  try {
    const { lastEndSeconds, webVtt } = await readCaptions(track);
    facts.tracks.set(file, webVtt);
    if (lastEndSeconds > duration + CAPTION_TOLERANCE) {
      const ends = `${Math.round(lastEndSeconds)} s, the lecture at ${Math.round(duration)} s`;
      book.mistakeIn(file, path, `goes on to ${ends}; are they of this lecture?`);
    }
  } catch (error) {
    if (!(error instanceof BadCaptions)) throw error;
    for (const { line, text } of error.problems) book.mistakeIn(file, path, text, line);
  }
}

async function checkDicom(
  book: BookFolder,
  path: Path,
  material: Dicom,
  facts: MaterialFacts,
): Promise<void> {
  for (const [index, { folder }] of entriesOf(material.series)) {
    const seriesPath = [...path, 'series', index, 'folder'];
    const place = book.locate(seriesPath, folder, 'folder');
    if (!place) continue;
    const names = (await readdir(place)).filter((name) => !name.startsWith('.')).sort();
    if (names.length === 0 || names.length > MOST_SLICES) {
      const text =
        names.length === 0 ? 'is empty; put' : `holds ${names.length} files; put at most ${MOST_SLICES}`;
      book.mistake(seriesPath, `names "${folder}", which ${text} DICOM files of one series there`);
      continue;
    }
    const slices: { file: string; slice: DicomSlice }[] = [];
    const mistakes: { file: string; text: string }[] = [];
    for (const name of names) {
      const file = `${folder.replace(/\/+$/, '')}/${name}`;
      try {
        const { slice } = await readDicomSlice(join(place, name), material.identifying_attributes);
        slices.push({ file, slice });
      } catch (error) {
        if (!(error instanceof BadDicom)) throw error;
        mistakes.push({ file, text: error.message });
      }
    }
    for (const { file, text } of together([...mistakes, ...seriesMistakes(slices)]))
      book.mistakeIn(file, seriesPath, text);
    const { removed } = seriesReport(slices.map(({ slice }) => slice));
    if (material.identifying_attributes === 'remove' && removed.length > 0)
      book.warning(seriesPath, `is stored without ${removed.join(', ')}`);
    slices.sort((a, b) => compareSlices(a.slice, b.slice));
    facts.series.set(folder, slices);
  }
}

/** Three hundred slices with the same name in them are one line. */
function together(mistakes: readonly { file: string; text: string }[]): { file: string; text: string }[] {
  const byText = new Map<string, string[]>();
  for (const { file, text } of mistakes) byText.set(text, [...(byText.get(text) ?? []), file]);
  return [...byText].map(([text, [file = '', ...others]]) => ({
    file,
    text:
      others.length === 0
        ? text
        : `${text} (the same in ${others.length} more files, the last ${others.at(-1)})`,
  }));
}
