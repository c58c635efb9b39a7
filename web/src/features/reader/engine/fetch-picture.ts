import { takeEarlyPicture } from '../start/early.ts';
import { PageFileError } from './page-file-error.ts';

/** Page images requested before the engine exists: the route knows the first page while the viewer loads. */
const early = new Map<string, Promise<Blob>>();

export function fetchEarly(url: string): void {
  const picture = fetchPicture(url, 'high');
  picture.catch(() => early.delete(url));
  early.set(url, picture);
}

export async function fetchPicture(
  url: string,
  priority: RequestPriority,
  signal?: AbortSignal,
): Promise<Blob> {
  const known = early.get(url);
  if (known !== undefined) {
    early.delete(url);
    return known;
  }
  const asked = await takeEarlyPicture(url);
  if (asked) return asked;
  const response = await fetch(url, { priority, ...(signal ? { signal } : {}) });
  if (!response.ok) throw new PageFileError(response.status);
  return response.blob();
}
