import type { BookPages } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';

/** Requests of the inline start script before the viewer's code is loaded. Each response is taken once. */
export interface Early {
  readonly bookId: string;
  readonly userId: string;
  answer?: Promise<BookPages | null> | undefined;
  /** The image's path without a grant: a free page may be requested before this reader has one. */
  picturePath?: string | undefined;
  picture?: Promise<Blob | null> | undefined;
  /** For the text view: the texts of the page and its neighbors, by their paths without a grant. */
  texts?: Map<string, Promise<PageText | null>> | undefined;
  /** The viewer shows its own page: the early one is too late. */
  over?: boolean;
}
declare global {
  var readerEarly: Early | undefined;
}

/** The element that shows the early page. */
export const FIRST_PAGE_ID = 'first-page';

/** Null: nothing was requested, it failed, or it was requested for another user. */
export async function takeEarlyAnswer(bookId: string, userId: string): Promise<BookPages | null> {
  const early = globalThis.readerEarly;
  if (!early?.answer || early.bookId !== bookId || early.userId !== userId) return null;
  const { answer } = early;
  early.answer = undefined;
  return answer.catch(() => null);
}

export async function takeEarlyPicture(url: string): Promise<Blob | null> {
  const early = globalThis.readerEarly;
  if (!early?.picture || early.picturePath !== url.split('?')[0]) return null;
  const { picture } = early;
  early.picture = undefined;
  return picture.catch(() => null);
}

export async function takeEarlyText(url: string): Promise<PageText | null> {
  const [path = ''] = url.split('?');
  const texts = globalThis.readerEarly?.texts;
  const text = texts?.get(path);
  texts?.delete(path);
  return (await text?.catch(() => null)) ?? null;
}

/** The viewer's own first page is shown, or never will be. */
export function endEarlyPage(): void {
  const early = globalThis.readerEarly;
  if (early) early.over = true;
  document.getElementById(FIRST_PAGE_ID)?.remove();
}
