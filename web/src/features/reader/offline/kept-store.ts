import type { Role } from '@vesalius/contract/calls';
import type { FileKey, KeptBook, Sealed } from './kept-book.ts';

/** A queued change. Its content is encrypted with the user's key; the other fields are needed for sending. */
export interface QueueEntry {
  /** The order of sending; assigned by the store. */
  readonly seq: number;
  readonly userId: string;
  readonly bookId: string;
  /** Changes of one note are sent one after the other; null = a reading position. */
  readonly noteId: string | null;
  /** The note's `updated_at` as its writer saw it; null = the note is not on the server yet, or no check is needed. */
  readonly base: string | null;
  /** Why the server refused it: kept until it is accepted, or until its writer decides. */
  readonly held: 'not_subscribed' | 'refused' | 'other_role' | null;
  /**
   * The role in which it was written, because a reader's note is private. Absent in entries of earlier releases: then a
   * reader's.
   */
  readonly role?: Role;
  readonly sealed: Sealed;
}

/** Everything stored on the device. `idb-store.ts` is the real implementation; tests use `memory-store.ts`. */
export interface KeptStore {
  book(bookId: string): Promise<KeptBook | null>;
  books(): Promise<KeptBook[]>;
  putBook(book: KeptBook): Promise<void>;
  /** Atomic; does nothing if the book is gone. */
  changeBook(bookId: string, change: (book: KeptBook) => KeptBook): Promise<void>;
  /** Deletes the key first, which makes the rest unreadable. */
  deleteBook(bookId: string): Promise<void>;

  file(key: FileKey): Promise<Sealed | null>;
  putFiles(files: readonly (readonly [FileKey, Sealed])[]): Promise<void>;
  /** The pages with at least one stored file. */
  keptPages(bookId: string): Promise<Set<number>>;

  add(entry: Omit<QueueEntry, 'seq'>): Promise<number>;
  /** The entries of all users, in the order of writing. */
  entries(): Promise<QueueEntry[]>;
  putEntry(entry: QueueEntry): Promise<void>;
  deleteEntry(seq: number): Promise<void>;
  personKey(userId: string): Promise<CryptoKey | null>;
  putPersonKey(userId: string, key: CryptoKey): Promise<void>;
  /** Deletes the keys of users without queued changes, atomically. */
  dropUnusedKeys(): Promise<void>;
}
