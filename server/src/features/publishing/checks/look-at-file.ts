import type { Deps } from '../../../platform/deps.ts';
import { BadDicom, type DicomSlice } from '../../lectures/dicom-check.ts';
import { lookAtDicom } from '../../lectures/read-dicom-apart.ts';
import type { Ffmpeg } from '../media/find-ffmpeg.ts';
import { planConversion } from '../media/plan-conversion.ts';
import { probeVideo } from '../media/probe-video.ts';
import type { DocumentFacts } from '../pages/document-facts.ts';
import { type PageWorkOptions, readDocumentFacts } from '../pages/page-workers.ts';
import { UnreadablePdf } from '../pages/protocol.ts';
import { BadCaptions, readCaptions } from './captions.ts';
import type { FileProblem } from './file-problem.ts';
import { pdfEndsMistake } from './pdf-ends.ts';
import { readVideo } from './video-container.ts';
import { BadVideo, type VideoFacts } from './video-facts.ts';

/** The kinds of files, each with the facts that a full read of the file gives. */
export interface FactsOf {
  readonly pdf: DocumentFacts;
  readonly picture: null;
  readonly video: VideoFacts;
  readonly captions: { readonly lastEndSeconds: number };
  readonly 'dicom-refuse': DicomSlice;
  readonly 'dicom-remove': DicomSlice;
}
export type FileKind = keyof FactsOf;
export type Look<Kind extends FileKind = FileKind> =
  | { readonly facts: FactsOf[Kind] }
  | { readonly problems: readonly FileProblem[] };

export type LookOptions = Omit<PageWorkOptions, 'pdf' | 'outputFolder'> & {
  /** With a converter, videos that need conversion before publication are accepted too. */
  readonly converter?: Ffmpeg | null;
  /** The owner of the file: pictures of different works are decoded in turns. */
  readonly turnKey?: string;
};

export type LookDeps = Pick<Deps, 'pictures'>;
type LookAt<Kind extends FileKind> = (
  path: string,
  options: LookOptions,
  deps: LookDeps,
) => Promise<Look<Kind>>;

/** The result depends on the bytes alone. */
export const lookAtFile = <Kind extends FileKind>(
  deps: LookDeps,
  kind: Kind,
  path: string,
  options: LookOptions,
): Promise<Look<Kind>> => (LOOKS[kind] as LookAt<Kind>)(path, options, deps);

const wrong = (text: string) => ({ problems: [{ text, line: null }] });

/** The conversion will produce an MP4 of this duration. */
async function convertible(
  error: unknown,
  path: string,
  converter: Ffmpeg | null | undefined,
): Promise<VideoFacts> {
  if (!converter || !(error instanceof BadVideo || error instanceof RangeError)) throw error;
  const { seconds, picture } = planConversion(await probeVideo(converter, path), converter.mapsTones);
  const { width, height } = picture ?? { width: 0, height: 0 };
  return { container: 'mp4', codec: 'h264', durationSeconds: seconds, width, height };
}

async function lookAtSlice(path: string, identity: 'refuse' | 'remove'): Promise<Look<'dicom-refuse'>> {
  try {
    return { facts: await lookAtDicom(path, identity) };
  } catch (error) {
    if (!(error instanceof BadDicom)) throw error;
    return wrong(error.message);
  }
}

const LOOKS: { readonly [Kind in FileKind]: LookAt<Kind> } = {
  async pdf(path, options) {
    const mistake = await pdfEndsMistake(path);
    if (mistake) return wrong(mistake);
    try {
      return { facts: await readDocumentFacts({ ...options, pdf: path, outputFolder: '' }) };
    } catch (error) {
      if (!(error instanceof UnreadablePdf)) throw error;
      return wrong(error.message);
    }
  },
  async picture(path, { turnKey: key = '' }, { pictures }) {
    const mistake = await pictures.findProblem(path, { key });
    return mistake ? wrong(mistake) : { facts: null };
  },
  async video(path, { converter }) {
    try {
      return { facts: await readVideo(path).catch((error) => convertible(error, path, converter)) };
    } catch (error) {
      if (!(error instanceof BadVideo || error instanceof RangeError)) throw error;
      return wrong(error instanceof BadVideo ? error.message : 'is a damaged video; export it again');
    }
  },
  async captions(path) {
    try {
      return { facts: { lastEndSeconds: (await readCaptions(path)).lastEndSeconds } };
    } catch (error) {
      if (!(error instanceof BadCaptions)) throw error;
      return { problems: error.problems };
    }
  },
  'dicom-refuse': (path) => lookAtSlice(path, 'refuse'),
  'dicom-remove': (path) => lookAtSlice(path, 'remove'),
};
