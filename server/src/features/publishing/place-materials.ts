import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { MATERIAL_TYPE } from '@vesalius/contract/constants';
import { inWorkFolder, workFoldersOf } from '../../platform/work-folder.ts';
import { compareSlices, type DicomSlice, seriesReport } from '../lectures/dicom-check.ts';
import { CLEANING_VERSION } from '../lectures/dicom-clean.ts';
import { lookAtDicom, writeDicom } from '../lectures/read-dicom-apart.ts';
import { keepStudyKey, type Purpose, type Rendition } from './assets/asset-queries.ts';
import { rendition } from './assets/make-rendition.ts';
import { materialPictureOf } from './assets/pictures.ts';
import { readCaptions } from './checks/captions.ts';
import { readVideo } from './checks/video-container.ts';
import { BadVideo, type VideoFacts } from './checks/video-facts.ts';
import type { ManifestMaterial } from './manifest-materials.ts';
import { clearVideoApart } from './media/clear-video-apart.ts';
import { type ConvertedVideo, findConvertedVideo, makeConvertedVideo } from './media/converted-video.ts';
import { videoConverter } from './media/find-ffmpeg.ts';
import { noteUnreadable } from './media/unreadable-video.ts';
import { VIDEO_CLEANING_VERSION } from './media/without-metadata.ts';
import type { ReleaseSource } from './releases/release-source.ts';
import { keptPlace } from './studies/kept-place.ts';

export interface MaterialRow {
  readonly key: string;
  readonly page: number;
  readonly position: number;
  readonly type: number;
  readonly title: string;
  readonly description: string;
  readonly diagnosis: string;
  readonly speaker: string | null;
  readonly durationSeconds: number | null;
  readonly content: unknown;
}

/** Makes the files of all lectures, images and studies; calls `onMaterial` after each. */
export async function placeMaterials(source: ReleaseSource, onMaterial: () => void): Promise<MaterialRow[]> {
  const rows: MaterialRow[] = [];
  const positions = new Map<number, number>();
  for (const { page, materials } of source.manifest.supplementaries) {
    for (const material of materials) {
      const position = (positions.get(page) ?? 0) + 1;
      positions.set(page, position);
      const { key, title, description = '', diagnosis = '' } = material;
      const { durationSeconds = null, ...content } = await contentOf(material, source);
      rows.push({
        ...{ key, page, position, title, description, diagnosis },
        type: MATERIAL_TYPE[material.type],
        speaker: material.type === 'video' ? (material.speaker ?? null) : null,
        durationSeconds,
        content,
      });
      onMaterial();
    }
  }
  return rows;
}

async function contentOf(
  material: ManifestMaterial,
  source: ReleaseSource,
): Promise<{ durationSeconds?: number | null; [field: string]: unknown }> {
  switch (material.type) {
    case 'video':
      return videoContent(material, source);
    case 'image':
      return imageContent(material, source);
    case 'dicom':
      return dicomContent(material, source);
  }
}

type Of<Type> = Extract<ManifestMaterial, { type: Type }>;

/** A grant opens the files of one material and of no other. */
const placeOf = ({ workId }: ReleaseSource, { key }: ManifestMaterial) => `${workId}/${key}`;
/**
 * The claim makes the names of the files its own: the number of a release that was called off is given again, and
 * `image-1.webp` was another image in it.
 */
const folderOf = ({ folder, claim }: ReleaseSource, { key }: ManifestMaterial) =>
  `${folder}/materials/${key}/${claim}`;

async function videoContent(video: Of<'video'>, source: ReleaseSource) {
  const place = placeOf(source, video);
  const folder = folderOf(source, video);
  const played = await playableOf(source, source.assetOf(video.file), { place, folder });
  const tracksOf = async (kind: 'captions' | 'descriptions') => {
    const tracks = [];
    for (const { language, file } of video[kind]) {
      const track = await rendition(
        source,
        { assetHash: source.assetOf(file), purpose: kind, place },
        () => `${folder}/${kind}-${language}.vtt`,
        async (path, key) => ({ files: [[key, Buffer.from((await readCaptions(path)).webVtt)]], facts: {} }),
      );
      tracks.push({ language, file: track.storageKey });
    }
    return tracks;
  };
  const { width, height, codec, durationSeconds } = played.facts;
  return {
    durationSeconds,
    file: played.file,
    stream: played.stream,
    poster: video.poster
      ? (
          await materialPictureOf(source, source.assetOf(video.poster), {
            ...{ place, key: `${folder}/poster.webp`, purpose: 'poster' },
          })
        ).key
      : played.poster,
    ...{ width, height, codec },
    captions: await tracksOf('captions'),
    descriptions: await tracksOf('descriptions'),
    marks: video.marks.map(({ at_seconds, title, page }) => ({ at_seconds, title, page: page ?? null })),
  };
}

/** The converted video; if there is none, the file itself, or a new conversion if browsers do not play the file. */
async function playableOf(
  source: ReleaseSource,
  assetHash: string,
  { place, folder }: { place: string; folder: string },
): Promise<Pick<ConvertedVideo, 'file' | 'stream' | 'poster' | 'facts'>> {
  const converted = await findConvertedVideo(source, assetHash);
  if (converted) return converted;
  try {
    const { storageKey, facts } = await inWorkFolder(workFoldersOf(source.config), 'video', (work) =>
      rendition(
        source,
        { assetHash, purpose: 'video', place },
        async (path) => `${folder}/lecture.${(await readVideo(path)).container}`,
        async (path, key) => {
          const output = join(work, 'video');
          const facts = { ...(await clearVideoApart({ path, output }, source.signal)) };
          return { files: [[key, output]], facts, cleaningVersion: VIDEO_CLEANING_VERSION };
        },
      ),
    );
    return { file: storageKey, stream: null, poster: null, facts: facts as unknown as VideoFacts };
  } catch (error) {
    if (!(error instanceof BadVideo)) throw error;
    const { found: programs } = await videoConverter(source.config);
    if (!programs) throw await noteUnreadable(source, assetHash, error);
    return makeConvertedVideo(source, programs, assetHash, { signal: source.signal }).catch(
      async (reason: unknown) => {
        throw reason instanceof BadVideo ? await noteUnreadable(source, assetHash, reason) : reason;
      },
    );
  }
}

async function imageContent(material: Of<'image'>, source: ReleaseSource) {
  const place = placeOf(source, material);
  const images = [];
  for (const [index, { file, caption, alt }] of material.images.entries()) {
    const name = `${folderOf(source, material)}/image-${index + 1}`;
    const asset = source.assetOf(file);
    const image = await materialPictureOf(source, asset, { place, key: `${name}.webp`, purpose: 'image' });
    const small = { place, key: `${name}-small.webp`, purpose: 'thumbnail' } as const;
    const thumbnail = (await materialPictureOf(source, asset, small)).key;
    const { key, width, height } = image;
    images.push({ file: key, thumbnail, width, height, caption: caption ?? '', alt });
  }
  return { images };
}

async function dicomContent(material: Of<'dicom'>, source: ReleaseSource) {
  const identity = material.identifying_attributes;
  const purpose: Purpose = `dicom-${identity}`;
  const kept = keptIn(material);
  const place = placeOf(source, material) + keptPlace(kept);
  const study = { workId: source.workId, materialKey: material.key };
  const newKey = randomBytes(16).toString('base64');
  const uidKey = Buffer.from(await keepStudyKey(source.db, { ...study, uidKey: newKey }), 'base64');
  const series = [];
  for (const { key, title, folder } of material.series) {
    const slices = await source.slicesOf(folder, async (assetHash) => {
      const known = await source.findRendition({ assetHash, purpose, place });
      if (known) return known.facts as unknown as DicomSlice;
      return lookAtDicom(await source.pathOf(assetHash), identity);
    });
    slices.sort((a, b) => compareSlices(a.slice, b.slice));
    const made: Rendition[] = [];
    for (const [index, { assetHash }] of slices.entries()) {
      const name = `${folderOf(source, material)}/${key}-${String(index + 1).padStart(4, '0')}.dcm`;
      made.push(
        // A folder for each slice: a study in full would fill the disk.
        await inWorkFolder(workFoldersOf(source.config), 'dicom', (folder) =>
          rendition(
            source,
            { assetHash, purpose, place },
            () => name,
            async (path, storageKey) => {
              const output = { path: join(folder, 'slice.dcm'), uidKey, kept: [...kept] };
              const slice = await writeDicom({ path, identity, output });
              const facts = { ...slice };
              return { files: [[storageKey, output.path]], facts, cleaningVersion: CLEANING_VERSION };
            },
          ),
        ),
      );
    }
    const first = slices[0]?.slice;
    series.push({
      ...{ key, title, files: made.map(({ storageKey }) => storageKey) },
      modality: first?.modality ?? '',
      rows: first?.rows ?? 0,
      columns: first?.columns ?? 0,
      frames: slices.reduce((sum, { slice }) => sum + slice.frames, 0),
      report: seriesReport(
        slices.map(({ slice }) => slice),
        kept,
      ),
    });
  }
  return { series };
}

/** Only what is removed by default can be kept: otherwise a file with an identifying attribute is refused. */
const keptIn = ({ identifying_attributes, kept_attributes }: Of<'dicom'>): ReadonlySet<string> =>
  new Set(identifying_attributes === 'remove' ? kept_attributes.map(({ attribute }) => attribute) : []);
