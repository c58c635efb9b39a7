/**
 * The content of `materials.content` by type. Publishing writes it at import; the lectures feature reads it. Files are
 * given by their storage keys, below `books/{bookId}/{revision}/materials/{key}/`.
 */
interface VideoContent {
  readonly file: string;
  /** The master playlist, in a folder with all files that it refers to. */
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
    /** The same image in a small size, for lists. */
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
  /** In the order of display. */
  readonly files: readonly string[];
  readonly modality?: string | null;
  readonly rows?: number | null;
  readonly columns?: number | null;
  /** Of all files together: a file may contain many frames. */
  readonly frames?: number | null;
}
interface DicomContent {
  readonly poster?: string | null;
  readonly series: readonly DicomSeriesContent[];
}

export type MaterialContent = Partial<VideoContent & ImageContent & DicomContent>;

/** Segments of `books/{bookId}/{revision}/materials/{key}`: a grant covers exactly one material. */
const FOLDER_DEPTH = 5;
export const materialFolder = (storageKey: string): string =>
  storageKey.split('/').slice(0, FOLDER_DEPTH).join('/');
