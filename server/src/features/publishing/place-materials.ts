import { randomBytes } from 'node:crypto';
import { MATERIAL_TYPE } from '@vesalius/contract/constants';
import { readDicomSlice, seriesReport } from '../lectures/dicom-check.ts';
import type { MaterialFacts } from './checks/check-materials.ts';
import type { Manifest, ManifestMaterial } from './manifest.ts';
import type { FilePlacer } from './place-files.ts';

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

/** Stores the files of all lectures, images and studies; `onFile` is told after each material. */
export async function placeMaterials(
  manifest: Manifest,
  facts: MaterialFacts,
  placer: FilePlacer,
  onMaterial: () => void,
): Promise<MaterialRow[]> {
  const rows: MaterialRow[] = [];
  const positions = new Map<number, number>();
  for (const { page, materials } of manifest.supplementaries) {
    for (const material of materials) {
      const position = (positions.get(page) ?? 0) + 1;
      positions.set(page, position);
      const { key, title, description = '', diagnosis = '' } = material;
      rows.push({
        ...{ key, page, position, title, description, diagnosis },
        type: MATERIAL_TYPE[material.type],
        speaker: material.type === 'video' ? (material.speaker ?? null) : null,
        durationSeconds:
          material.type === 'video' ? (facts.videos.get(material.file)?.durationSeconds ?? null) : null,
        content: await contentOf(material, facts, placer),
      });
      onMaterial();
    }
  }
  return rows;
}

async function contentOf(material: ManifestMaterial, facts: MaterialFacts, placer: FilePlacer) {
  switch (material.type) {
    case 'video':
      return videoContent(material, facts, placer);
    case 'image':
      return imageContent(material, placer);
    case 'dicom':
      return dicomContent(material, facts, placer);
  }
}

type Of<Type> = Extract<ManifestMaterial, { type: Type }>;

async function videoContent(video: Of<'video'>, facts: MaterialFacts, placer: FilePlacer) {
  const found = facts.videos.get(video.file)!;
  const placeTracks = async (kind: 'captions' | 'descriptions') => {
    const tracks = [];
    for (const { language, file } of video[kind]) {
      const content = Buffer.from(facts.tracks.get(file) ?? '');
      const key = await placer.materialFile(video.key, `${kind}-${language}.vtt`, content);
      tracks.push({ language, file: key });
    }
    return tracks;
  };
  return {
    file: await placer.materialFile(video.key, `lecture.${found.container}`, video.file),
    poster: video.poster
      ? (await placer.materialPicture(video.key, 'poster', video.poster, 'posters')).key
      : null,
    width: found.width,
    height: found.height,
    codec: found.codec,
    captions: await placeTracks('captions'),
    descriptions: await placeTracks('descriptions'),
    marks: video.marks.map(({ at_seconds, title, page }) => ({ at_seconds, title, page: page ?? null })),
  };
}

async function imageContent(material: Of<'image'>, placer: FilePlacer) {
  const images = [];
  for (const [index, { file, caption, alt }] of material.images.entries()) {
    const name = `image-${index + 1}`;
    const { key, width, height } = await placer.materialPicture(material.key, name, file, 'images');
    const thumbnail = await placer.materialThumbnail(material.key, `${name}-small`, file);
    images.push({ file: key, thumbnail, width, height, caption: caption ?? '', alt });
  }
  return { images };
}

async function dicomContent(material: Of<'dicom'>, facts: MaterialFacts, placer: FilePlacer) {
  const series = [];
  // One for the study, so that its series still belong together.
  const uidKey = randomBytes(16);
  for (const { key, title, folder } of material.series) {
    const slices = facts.series.get(folder) ?? [];
    const files = [];
    for (const [index, { file }] of slices.entries()) {
      const { content } = await readDicomSlice(placer.pathOf(file), material.identifying_attributes, uidKey);
      const name = `${key}-${String(index + 1).padStart(4, '0')}.dcm`;
      files.push(await placer.materialFile(material.key, name, content));
    }
    const first = slices[0]?.slice;
    series.push({
      ...{ key, title, files },
      modality: first?.modality ?? '',
      rows: first?.rows ?? 0,
      columns: first?.columns ?? 0,
      frames: slices.reduce((sum, { slice }) => sum + slice.frames, 0),
      report: seriesReport(slices.map(({ slice }) => slice)),
    });
  }
  return { series };
}
