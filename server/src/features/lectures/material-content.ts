/**
 * What `materials.content` holds, by type. Publishing writes it at import; the lectures feature reads it.
 * Files are named by their storage keys, below `books/{bookId}/{revision}/materials/{key}/`.
 */
interface VideoContent {
  readonly file: string;
  /** The playlist of all sizes, in a folder with everything that it names. */
  readonly stream?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly poster?: string | null;
  readonly captions?: readonly { readonly language: string; readonly file: string }[];
  readonly descriptions?: readonly { readonly language: string; readonly file: string }[];
  readonly marks?: readonly {
    readonly at_seconds: number;
    readonly title: string;
    readonly page?: number | null;
  }[];
}

interface ImageContent {
  readonly images: readonly {
    readonly file: string;
    /** The same picture, small, for lists. */
    readonly thumbnail?: string | null;
    readonly width: number;
    readonly height: number;
    readonly caption?: string | null;
    readonly alt: string;
  }[];
}

interface DicomSeriesContent {
  readonly key: string;
  readonly title: string;
  /** In the order in which they are shown. */
  readonly files: readonly string[];
  readonly modality?: string | null;
  readonly rows?: number | null;
  readonly columns?: number | null;
  /** Of all files together: a file may hold many. */
  readonly frames?: number | null;
}
interface DicomContent {
  readonly poster?: string | null;
  readonly series: readonly DicomSeriesContent[];
}

export type MaterialContent = Partial<VideoContent & ImageContent & DicomContent>;

/** Segments of `books/{bookId}/{revision}/materials/{key}`: a grant covers one material and nothing else. */
const FOLDER_DEPTH = 5;
export const materialFolder = (storageKey: string): string =>
  storageKey.split('/').slice(0, FOLDER_DEPTH).join('/');
