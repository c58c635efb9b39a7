import type { Role } from '@vesalius/contract/calls';
import type { FileKey, KeptBook, Sealed } from './kept-book.ts';

/** What waits to be sent. The content is sealed with the person's key; the rest is what sending needs to know. */
export interface QueueEntry {
  /** The order of sending; given by the store. */
  readonly seq: number;
  readonly userId: string;
  readonly bookId: string;
  /** Changes of one note go one after the other; null = a place in the book. */
  readonly noteId: string | null;
  /** `updated_at` of the note as its writer saw it; null = the note is not on the server yet, or nobody asks. */
  readonly base: string | null;
  /** Why the server did not take it: kept until it does, or until its writer decides. */
  readonly held: 'not_subscribed' | 'refused' | 'other_role' | null;
  /** In which role it was written: a note of a reader is nobody else's. Absent in what earlier releases left: a reader's. */
  readonly role?: Role;
  readonly sealed: Sealed;
}

/** All that is stored on the device. The one that works is `idb-store.ts`; tests have `memory-store.ts`. */
export interface KeptStore {
  book(bookId: string): Promise<KeptBook | null>;
  books(): Promise<KeptBook[]>;
  putBook(book: KeptBook): Promise<void>;
  /** In one step; nothing when the book is gone. */
  changeBook(bookId: string, change: (book: KeptBook) => KeptBook): Promise<void>;
  /** The key goes first: from then on the rest is noise. */
  deleteBook(bookId: string): Promise<void>;

  file(key: FileKey): Promise<Sealed | null>;
  putFiles(files: readonly (readonly [FileKey, Sealed])[]): Promise<void>;
  /** The pages of which something is kept. */
  keptPages(bookId: string): Promise<Set<number>>;

  add(entry: Omit<QueueEntry, 'seq'>): Promise<number>;
  /** Everybody's, in the order in which they were written. */
  entries(): Promise<QueueEntry[]>;
  putEntry(entry: QueueEntry): Promise<void>;
  deleteEntry(seq: number): Promise<void>;
  personKey(userId: string): Promise<CryptoKey | null>;
  putPersonKey(userId: string, key: CryptoKey): Promise<void>;
  /** Of those for whom nothing waits, in one step. */
  dropUnusedKeys(): Promise<void>;
}
