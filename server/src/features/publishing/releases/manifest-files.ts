import type { Manifest } from '../manifest.ts';
import type { ManifestQuestion } from '../manifest-questions.ts';

/** Each file and each folder of files that a manifest names. */
export function* namedFiles(manifest: Manifest): Generator<{ path: string; kind: 'file' | 'folder' }> {
  const file = (path: string) => ({ path, kind: 'file' }) as const;
  yield file(manifest.pdf);
  yield file(manifest.cover);
  yield* manifest.samples.map(file);
  for (const { photo } of [...manifest.faculty, ...manifest.senior_editors, ...manifest.programs])
    if (photo) yield file(photo);
  for (const { image } of manifest.packages) if (image) yield file(image);
  for (const material of manifest.supplementaries.flatMap(({ materials }) => materials)) {
    if (material.type === 'video') {
      yield file(material.file);
      if (material.poster) yield file(material.poster);
      yield* [...material.captions, ...material.descriptions].map((track) => file(track.file));
    } else if (material.type === 'image') yield* material.images.map((image) => file(image.file));
    else for (const { folder } of material.series) yield { path: folder.replace(/\/+$/, ''), kind: 'folder' };
  }
  const holders = [
    ...manifest.quizzes,
    ...manifest.tests,
    ...(manifest.final_test ? [manifest.final_test] : []),
  ];
  for (const { questions } of holders)
    for (const question of questions as ManifestQuestion[]) {
      const pictures = [
        question.image,
        question.justification_image,
        ...question.choices.map(({ image }) => image),
      ];
      for (const path of pictures) if (path) yield file(path);
    }
}
