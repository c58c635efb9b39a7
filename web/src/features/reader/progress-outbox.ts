import type { ReadingProgress } from '@vesalius/contract/reader';
import { CallError, isRefusal } from '../../lib/api-client.ts';
import { laterSender } from '../../lib/later-sender.ts';
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
type Readings = Record<string, Reading>;

/** Where storage is off. */
let memory: { readonly key: string; readonly readings: Readings } | null = null;

function stored(): Readings {
  const key = userKey('reading-progress:');
  try {
    const text = readUserEntry(key);
    if (text !== null) return JSON.parse(text) as Readings;
  } catch {
    // not ours
  }
  return memory?.key === key ? memory.readings : {};
}
function store(readings: Readings): void {
  const key = userKey('reading-progress:');
  memory = { key, readings };
  writeUserEntry(key, Object.keys(readings).length === 0 ? null : JSON.stringify(readings));
}

export function rememberProgress(reading: Reading): void {
  const waiting = stored();
  const earlier = waiting[reading.bookId];
  const shown = (earlier && joinShown(earlier, reading)) ?? shownOf(reading);
  store({ ...waiting, [reading.bookId]: { ...reading, shown } });
}

const later = laterSender(() => flushProgress());

/**
 * Sends what waits. What found no network, a busy or a failing server is sent later, and not with the next page; what
 * found the session ended stays for its reader. What the server refuses is dropped: for want of access, it says so.
 */
export async function flushProgress(): Promise<Map<string, ReadingProgress | 'no_access'>> {
  const answers = new Map<string, ReadingProgress | 'no_access'>();
  if (later.isPlanned()) return answers;
  for (const reading of Object.values(stored())) {
    try {
      const shown = shownOf(reading).join(',');
      const times = { read_at: reading.readAt, sent_at: new Date().toISOString() };
      const query = { book_id: reading.bookId, page: reading.page, shown, ...times };
      answers.set(reading.bookId, await readerClient.updateCurrentProgress({ query }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!isRefusal(error)) {
        void later.failed(error);
        // A fault of ours in one of them stops no other.
        if (error.status === 500) continue;
        break;
      }
      if (error.code === 'not_subscribed') answers.set(reading.bookId, 'no_access');
    }
    later.answered();
    const rest = stored();
    // Another page was reached while this one was on its way.
    if (rest[reading.bookId]?.readAt === reading.readAt) {
      delete rest[reading.bookId];
      store(rest);
    }
  }
  return answers;
}
