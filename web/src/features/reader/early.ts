import type { BookPages } from '@vesalius/contract/reader';

/** What the script in index.html asked for before this code had arrived. Each answer is taken once. */
interface Early {
  readonly bookId: string;
  readonly userId: string;
  answer?: Promise<BookPages | null> | undefined;
  pictureUrl?: string | undefined;
  picture?: Promise<Response> | undefined;
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
  if (!asked?.picture || asked.pictureUrl !== url) return null;
  const { picture } = asked;
  asked.picture = undefined;
  const response = await picture.catch(() => null);
  return response?.ok ? response.blob() : null;
}
