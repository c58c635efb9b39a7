import type { ReadingProgress } from '@vesalius/contract/reader';
import { CallError } from '../../lib/api-client.ts';
import { readUserEntry, userKey, writeUserEntry } from '../../lib/user-storage.ts';
import { readerClient } from './client.ts';
import { joinShown, shownOf } from './shown-pages.ts';

interface Reading {
  readonly bookId: string;
  readonly page: number;
  readonly shown?: readonly number[];
  readonly readAt: string;
}

/** One place a book: only the newest matters, with the pages that were shown on the way. Survives being closed without a network. */
let memory: Record<string, Reading> = {};

function stored(): Record<string, Reading> {
  try {
    const text = readUserEntry(userKey('reading-progress:'));
    return text === null ? memory : (JSON.parse(text) as Record<string, Reading>);
  } catch {
    return memory;
  }
}
function store(readings: Record<string, Reading>): void {
  // Where storage is off it is sent now or lost, and losing one is harmless.
  memory = readings;
  writeUserEntry(
    userKey('reading-progress:'),
    Object.keys(readings).length === 0 ? null : JSON.stringify(readings),
  );
}

export function rememberProgress(reading: Reading): void {
  const waiting = stored();
  const earlier = waiting[reading.bookId];
  const shown = (earlier && joinShown(earlier, reading)) ?? shownOf(reading);
  store({ ...waiting, [reading.bookId]: { ...reading, shown } });
}

/** Sends what waits. What has no network stays; what the server refuses is dropped: for want of access, it says so. */
export async function flushProgress(): Promise<Map<string, ReadingProgress | 'no_access'>> {
  const answers = new Map<string, ReadingProgress | 'no_access'>();
  for (const reading of Object.values(stored())) {
    try {
      const shown = shownOf(reading).join(',');
      const query = { book_id: reading.bookId, page: reading.page, shown, read_at: reading.readAt };
      answers.set(reading.bookId, await readerClient.updateCurrentProgress({ query }));
    } catch (error) {
      if (error instanceof CallError && error.status === 0) break;
      if (error instanceof CallError && error.code === 'not_subscribed')
        answers.set(reading.bookId, 'no_access');
    }
    const rest = stored();
    // Another page was reached while this one was on its way.
    if (rest[reading.bookId]?.readAt === reading.readAt) {
      delete rest[reading.bookId];
      store(rest);
    }
  }
  return answers;
}

if (typeof window !== 'undefined') window.addEventListener('online', () => void flushProgress());
