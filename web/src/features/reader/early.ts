import type { BookPages } from '@vesalius/contract/reader';

/** What the script in index.html asked for before this code had arrived. Each answer is taken once. */
interface Early {
  readonly bookId: string;
  readonly userId: string;
  answer?: Promise<BookPages | null> | undefined;
  /** Without its grant: an open page may have been asked for before there was a grant of one's own. */
  picturePath?: string | undefined;
  picture?: Promise<Blob | null> | undefined;
  /** The viewer shows its own page: the early one comes too late. */
  over?: boolean;
}
const early = (): Early | undefined => (globalThis as { readerEarly?: Early }).readerEarly;

/** Null: nothing was asked, it failed, or it was asked for somebody else. */
export async function takeEarlyAnswer(bookId: string, userId: string): Promise<BookPages | null> {
  const asked = early();
  if (!asked?.answer || asked.bookId !== bookId || asked.userId !== userId) return null;
  const { answer } = asked;
  asked.answer = undefined;
  return answer.catch(() => null);
}

export async function takeEarlyPicture(url: string): Promise<Blob | null> {
  const asked = early();
  if (!asked?.picture || asked.picturePath !== url.split('?')[0]) return null;
  const { picture } = asked;
  asked.picture = undefined;
  return picture.catch(() => null);
}

/** The viewer's own first page is there, or never will be. */
export function endEarlyPage(): void {
  const asked = early();
  if (asked) asked.over = true;
  document.getElementById('first-page')?.remove();
}
