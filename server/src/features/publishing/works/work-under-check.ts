import {
  type Fields,
  idOf,
  isFields,
  type Path as PathOfWork,
  type Value,
} from '@vesalius/contract/working-copy-document';
import type { Deps } from '../../../platform/deps.ts';
import { listAssetChecks } from '../assets/check-queries.ts';
import { DamagedAsset } from '../assets/copy-asset.ts';
import type { BookUnderCheck, DicomMaterial } from '../checks/book-under-check.ts';
import type { FactsOf, FileKind, Look, LookOptions } from '../checks/look-at-file.ts';
import { type VideoState, videoStates } from '../media/read-work-videos.ts';
import type { Path } from '../mistakes.ts';
import { findSetOfAsset } from '../page-sets/page-set-queries.ts';
import { type LooseManifest, readManifest } from '../read-manifest.ts';
import { filesIn } from '../releases/release-source.ts';
import { findJudgment, stateOfReport } from '../studies/judge-study.ts';
import type { PixelReport } from '../studies/report-study.ts';
import { findReport } from '../studies/request-report.ts';
import { filesOfSeries } from '../studies/study-content.ts';
import { withoutIds } from './fill-work.ts';
import { lookOnce } from './look-once.ts';

/** `waiting`: it resolves itself after a while. */
export type FindingKind = 'mistake' | 'warning' | 'waiting';
export interface Finding {
  readonly kind: FindingKind;
  /** The path of the field, as in operations; empty for the whole book. */
  readonly path: PathOfWork;
  readonly file: string | null;
  readonly text: string;
}

type CheckDeps = Pick<Deps, 'db' | 'clock' | 'pictures'>;

interface Given {
  readonly workId: string;
  readonly document: Fields;
  readonly files: ReadonlyMap<string, string>;
  readonly pathOf: (hash: string) => Promise<string>;
  /** Appended to a video's error if the server does not convert videos. */
  readonly advice: string | null;
  readonly options?: LookOptions;
}

/**
 * A working copy in the form that the checks use. The facts of a file are stored with its bytes: a second check opens
 * no file.
 */
export class WorkUnderCheck implements BookUnderCheck {
  readonly source = 'desk';
  readonly manifest: LooseManifest;
  readonly findings: Finding[] = [];
  readonly #deps: CheckDeps;
  readonly #given: Given;
  readonly #looks: Map<string, Look>;
  readonly #videos: ReadonlyMap<string, VideoState>;

  private constructor(
    deps: CheckDeps,
    given: Given,
    { looks, videos }: { looks: Map<string, Look>; videos: ReadonlyMap<string, VideoState> },
  ) {
    this.#deps = deps;
    this.#given = given;
    this.#looks = looks;
    this.#videos = videos;
    this.manifest = readManifest(withoutIds(given.document), (path, text) => this.mistake(path, text));
  }

  static async read(deps: CheckDeps, given: Given): Promise<WorkUnderCheck> {
    const checks = await listAssetChecks(deps.db, [...given.files.values()]);
    return new WorkUnderCheck(deps, given, {
      looks: new Map(checks.map(({ hash, kind, look }) => [`${hash} ${kind}`, look])),
      videos: await videoStates(deps.db, [...given.files.values()]),
    });
  }

  mistake(path: Path, text: string): void {
    this.#find('mistake', path, text);
  }

  warning(path: Path, text: string): void {
    this.#find('warning', path, text);
  }

  waiting(path: Path, text: string): void {
    this.#find('waiting', path, text);
  }

  async judgeStudy({ series, identifying_attributes: identity, kept_attributes: kept }: DicomMaterial) {
    const { workId, files: all } = this.#given;
    const files = filesOfSeries(
      series.map(({ folder }) => folder),
      all,
    );
    if (files.length === 0) return 'decided';
    if (await findJudgment(this.#deps.db, workId, { files, identity, kept })) return 'decided';
    const state = await stateOfReport(this.#deps.db, workId, files);
    return state === 'ready' ? 'undecided' : state;
  }

  async countSearched({ series }: DicomMaterial) {
    const folders = series.map(({ folder }) => folder);
    const files = filesOfSeries(folders, this.#given.files);
    const report = files.length > 0 ? await findReport(this.#deps.db, files) : null;
    if (!report) return null;
    const { images, frames, wasRead } = report.facts as unknown as PixelReport;
    return { searched: wasRead ? images.length : 0, images: frames };
  }

  mistakeIn(file: string, path: Path, text: string, line: number | null = null): void {
    this.#find('mistake', path, line === null ? text : `${text} (line ${line})`, file);
  }

  hasMistake(field: string): boolean {
    return this.findings.some(({ kind, path }) => kind === 'mistake' && path[0] === field);
  }

  async look<Kind extends FileKind>(
    kind: Kind,
    path: Path,
    file: string,
    tell?: (text: string) => void,
  ): Promise<FactsOf[Kind] | undefined> {
    const hash = this.#given.files.get(file);
    if (!hash) {
      this.mistake(path, `names "${file}", which is not among the files; add it or correct the name`);
      return undefined;
    }
    const video = kind === 'video' ? this.#videos.get(hash) : undefined;
    if (video?.state === 'ready') return video.made.facts as FactsOf[Kind];
    if (video?.state === 'preparing') {
      const text = 'is still being prepared; the book can be published when it is done';
      this.#find('waiting', path, text, file);
      return undefined;
    }
    const look = await this.#lookAt(kind, hash);
    if (video?.state === 'failed' && 'facts' in look)
      this.#find('warning', path, 'could not be prepared, so readers get it in one size', file);
    if (
      kind === 'pdf' &&
      'facts' in look &&
      !(await findSetOfAsset(this.#deps.db, this.#given.workId, hash))?.runs
    )
      this.#find(
        'waiting',
        path,
        'is still being prepared; the book can be published when its pages are there',
        file,
      );
    if ('facts' in look) return look.facts;
    for (const { text, line } of look.problems) {
      if (tell) tell(text);
      else this.mistakeIn(file, path, kind === 'video' ? this.#aboutVideo(text, video) : text, line);
    }
    return undefined;
  }

  #aboutVideo(text: string, video: VideoState | undefined): string {
    if (video?.state === 'failed') return video.problem ?? 'could not be prepared; try again';
    if (video?.state === 'canceled') return 'is not prepared, because this was called off; prepare it again';
    return this.#given.advice ? `${text}. ${this.#given.advice}` : text;
  }

  async filesIn(path: Path, folder: string): Promise<string[] | null> {
    const files = filesIn(this.#given.files, folder).map(([file]) => file);
    if (files.length > 0) return files;
    this.mistake(path, `names "${folder}", which is not among the files; add it or correct the name`);
    return null;
  }

  async #lookAt<Kind extends FileKind>(kind: Kind, hash: string): Promise<Look<Kind>> {
    const known = this.#looks.get(`${hash} ${kind}`);
    if (known) return known as Look<Kind>;
    const { workId, pathOf, options } = this.#given;
    // Not stored, as other problems of a file are: it can be restored.
    const look = await lookOnce(this.#deps, { kind, hash, pathOf }, { ...options, turnKey: workId }).catch(
      (error: unknown) => {
        if (!(error instanceof DamagedAsset)) throw error;
        return { problems: [{ text: error.problem, line: null }] };
      },
    );
    this.#looks.set(`${hash} ${kind}`, look);
    return look;
  }

  #find(kind: FindingKind, path: Path, text: string, file: string | null = null): void {
    this.findings.push({ kind, path: pathInWork(this.#given.document, path), file, text });
  }
}

/**
 * Translates a manifest path such as `chapters[3].title` to the ids of entries in the working copy. It ends at a list
 * of plain values.
 */
function pathInWork(document: Fields, path: Path): PathOfWork {
  const segments: string[] = [];
  let value: Value | undefined = document;
  for (const part of path) {
    if (typeof part === 'number') {
      value = Array.isArray(value) ? (value as readonly Value[])[part] : undefined;
      const id: string | null = value === undefined ? null : idOf(value);
      if (id === null) break;
      segments.push(`#${id}`);
    } else {
      segments.push(part);
      value = isFields(value) ? value[part] : undefined;
    }
  }
  return segments;
}
