/** A content and what it was sealed with: useless without the key, which never leaves the browser's own hands. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/**
 * A book on this device: its licence, its key and how far it is. Deleting this record makes the sealed files
 * unreadable at once. No page content is in it.
 */
export interface KeptBook {
  readonly bookId: string;
  /** Whose licence it is: for anybody else the book is not there. */
  readonly userId: string;
  readonly title: string;
  readonly author: string;
  readonly revision: number;
  readonly pages: number;
  /** AES-GCM, not extractable. */
  readonly key: CryptoKey;
  /** Stands in the pages' addresses instead of the server's grant: the service worker answers these alone. */
  readonly grant: string;
  /** The server's time, milliseconds. */
  readonly validUntil: number;
  /** What the server's clock was ahead of this device's when the licence was given (milliseconds). */
  readonly clockAhead: number;
  /** The latest time at which the book was open, by the server's clock: time does not go back. */
  readonly lastSeen: number;
  readonly renewedAt: number;
  /** `keeping` goes on by itself when the reader is opened again; `paused` waits to be told. */
  readonly state: 'keeping' | 'paused' | 'kept';
  readonly pagesDone: number;
  readonly bytes: number;
  /** A newer edition is on the server. */
  readonly outdated: boolean;
  /** Where reading stopped on this device. */
  readonly place: { readonly page: number; readonly at: string } | null;
}

/** Begins the grants of kept pages; the server signs none like it. */
export const KEPT_GRANT = 'kept.';

/** Not pages: the answers that the viewer opens with, the notes, and the words of all pages for searching. */
export type KeptPiece = 'answer' | 'notes' | 'words';
export type FileKey = readonly [bookId: string, page: number, file: string];
export const pieceKey = (bookId: string, piece: KeptPiece): FileKey => [bookId, 0, piece];

/** What a sealed content is sealed to: moved to another place it does not open. */
export const placeOf = ({ userId, bookId, revision }: KeptBook, page: number, file: string): string =>
  `${userId}/${bookId}/${revision}/${page}/${file}`;

/** The caches with the viewer's own files begin with this (`app/service-worker`). */
export const CACHE_PREFIX = 'reader-shell-';
