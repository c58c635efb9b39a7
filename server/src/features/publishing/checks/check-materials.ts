import { type DicomSlice, seriesMistakes, seriesReport } from '../../lectures/dicom-check.ts';
import { isKnownAttribute } from '../../lectures/dicom-identity.ts';
import type { ManifestMaterial } from '../manifest-materials.ts';
import type { Path } from '../mistakes.ts';
import { entriesOf } from '../read-manifest.ts';
import { MAX_SLICES, numberedPaths } from '../studies/study-names.ts';
import type { BookUnderCheck, DicomMaterial } from './book-under-check.ts';

type Video = Extract<ManifestMaterial, { type: 'video' }>;

/** A caption may end this much after the video (seconds): encoders round. */
const CAPTION_TOLERANCE = 5;

export async function checkMaterials(book: BookUnderCheck): Promise<void> {
  for (const [group, { materials }] of entriesOf(book.manifest.supplementaries)) {
    for (const [index, material] of entriesOf(materials)) {
      const path = ['supplementaries', group, 'materials', index];
      if (material.type === 'video') await checkVideo(book, path, material);
      if (material.type === 'dicom') await checkDicom(book, path, material);
    }
  }
}

async function checkVideo(book: BookUnderCheck, path: Path, video: Video): Promise<void> {
  const facts = await book.look('video', [...path, 'file'], video.file);
  const duration = facts?.durationSeconds ?? Number.POSITIVE_INFINITY;
  for (const [index, { at_seconds }] of entriesOf(video.marks)) {
    if (at_seconds > duration) {
      const text = `is ${at_seconds}, but the lecture lasts ${Math.floor(duration)} s; give a time within it`;
      book.mistake([...path, 'marks', index, 'at_seconds'], text);
    }
  }
  for (const kind of ['captions', 'descriptions'] as const)
    for (const [index, { file }] of entriesOf(video[kind])) {
      const trackPath = [...path, kind, index, 'file'];
      const track = await book.look('captions', trackPath, file);
      if (!track || track.lastEndSeconds <= duration + CAPTION_TOLERANCE) continue;
      const ends = `${Math.round(track.lastEndSeconds)} s, the lecture at ${Math.round(duration)} s`;
      book.mistakeIn(file, trackPath, `goes on to ${ends}; are they of this lecture?`);
    }
}

async function checkDicom(book: BookUnderCheck, path: Path, material: DicomMaterial): Promise<void> {
  const isRemoved = material.identifying_attributes === 'remove';
  if (material.kept_attributes.length > 0 && !isRemoved)
    book.mistake([...path, 'kept_attributes'], 'needs "identifying_attributes: remove" beside it');
  const unknown = material.kept_attributes.find(({ attribute }) => !isKnownAttribute(attribute));
  if (unknown)
    book.mistake(
      [...path, 'kept_attributes'],
      `names "${unknown.attribute}", which is no attribute of the profile; give its DICOM keyword`,
    );
  const judgment = await book.judgeStudy(material);
  sayJudgment(book, path, judgment);
  const count = await book.countSearched(material);
  if (count && count.searched < count.images)
    book.warning(
      path,
      `was searched for text in ${count.searched} of ${count.images} images; look at the others yourself`,
    );
  for (const [index, { folder }] of entriesOf(material.series)) {
    const seriesPath = [...path, 'series', index, 'folder'];
    const files = await book.filesIn(seriesPath, folder);
    if (!files) continue;
    if (files.length === 0 || files.length > MAX_SLICES) {
      const text =
        files.length === 0 ? 'is empty; put' : `holds ${files.length} files; put at most ${MAX_SLICES}`;
      book.mistake(seriesPath, `names "${folder}", which ${text} DICOM files of one series there`);
      continue;
    }
    await checkSeries(book, seriesPath, files, { material, judgment });
  }
}

type Judgment = Awaited<ReturnType<BookUnderCheck['judgeStudy']>>;

function sayJudgment(book: BookUnderCheck, path: Path, judgment: Judgment): void {
  if (judgment === 'waiting')
    book.waiting(path, 'is being looked at for what identifies a patient; then somebody decides about it');
  if (judgment === 'failed') book.mistake(path, 'could not be looked at; open it and try again');
  if (judgment === 'undecided')
    book.mistake(
      path,
      'waits for a decision; open it, and decide what of its attributes and images is published',
    );
}

async function checkSeries(
  book: BookUnderCheck,
  at: Path,
  files: readonly string[],
  { material, judgment }: { material: DicomMaterial; judgment: Judgment },
): Promise<void> {
  // Until somebody decides, the decision is what is missing, and not each attribute.
  const isOpen = judgment !== 'stated' && judgment !== 'decided';
  const identity = isOpen ? 'remove' : material.identifying_attributes;
  const slices: { file: string; slice: DicomSlice }[] = [];
  const mistakes: { file: string; text: string }[] = [];
  const numbers = numberedPaths(files.map((file) => ({ path: file })));
  for (const path of files) {
    // Names on the desk are for who uploaded the files; those in a folder are its maker's.
    const file = (book.source === 'desk' && numbers.get(path)) || path;
    const slice = await book.look(`dicom-${identity}`, at, path, (text) => mistakes.push({ file, text }));
    if (slice) slices.push({ file, slice });
  }
  for (const { file, text } of together([...mistakes, ...seriesMistakes(slices)]))
    book.mistakeIn(file, at, text);
  if (judgment !== 'stated' || identity !== 'remove') return;
  const { removed, kept = [] } = seriesReport(
    slices.map(({ slice }) => slice),
    new Set(material.kept_attributes.map(({ attribute }) => attribute)),
  );
  if (removed.length > 0) book.warning(at, `is stored without ${removed.join(', ')}`);
  if (kept.length > 0) book.warning(at, `keeps ${kept.join(', ')}`);
}

/** Combines equal errors: three hundred slices with the same name in them are reported in one line. */
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
