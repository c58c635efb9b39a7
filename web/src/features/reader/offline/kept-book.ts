/** Encrypted content with its initialization vector. The key never leaves the browser's key storage. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/**
 * A book on this device: its license, its key and its progress. Deleting this record makes the encrypted files
 * unreadable at once. It contains no page content.
 */
export interface KeptBook {
  readonly bookId: string;
  /** The license holder. For other users, the book does not exist. */
  readonly userId: string;
  readonly title: string;
  readonly author: string;
  readonly revision: number;
  /** Absent in books that were kept before it was counted: 0. */
  readonly textVersion?: number;
  readonly pages: number;
  /** AES-GCM, not extractable. */
  readonly key: CryptoKey;
  /** Replaces the server's grant in page addresses: the service worker answers only these. */
  readonly grant: string;
  /** In server time (milliseconds). */
  readonly validUntil: number;
  /** How far the server's clock was ahead of this device's when the license was issued (milliseconds). */
  readonly clockAhead: number;
  /** The latest server time at which the book was open, which detects a clock that was turned back. */
  readonly lastSeen: number;
  readonly renewedAt: number;
  /** `keeping` resumes automatically when the reader is opened again; `paused` waits for the reader. */
  readonly state: 'keeping' | 'paused' | 'kept';
  readonly pagesDone: number;
  readonly bytes: number;
  /** The server has a newer edition. */
  readonly outdated: boolean;
  /** The reading position on this device. */
  readonly place: { readonly page: number; readonly at: string } | null;
}

/** The prefix of local grants; the server never signs one with it. */
export const KEPT_GRANT = 'kept.';

/** Content other than pages: the opening response, the notes, and the words of all pages for searching. */
export type KeptPiece = 'answer' | 'notes' | 'words';
export type FileKey = readonly [bookId: string, page: number, file: string];
export const pieceKey = (bookId: string, piece: KeptPiece): FileKey => [bookId, 0, piece];

/** The authenticated context of encrypted content: it cannot be decrypted for another book, page or file. */
export const placeOf = ({ userId, bookId, revision }: KeptBook, page: number, file: string): string =>
  `${userId}/${bookId}/${revision}/${page}/${file}`;

/** The prefix of the caches with the viewer's own files (`app/service-worker`). */
export const CACHE_PREFIX = 'reader-shell-';
