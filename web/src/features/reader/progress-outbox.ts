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
/**
 * One position per book: only the newest matters, with all pages that were shown. Survives closing the browser without
 * a network.
 */
type Readings = Record<string, Reading>;

/** Used if storage is disabled. */
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
 * Sends stored positions. After a network failure, an overloaded or failing server, they are sent later, but not with
 * the next page; after an ended session they stay for their reader. A refused position is dropped; if access ended, the
 * result says so.
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
        // A server error for one of them does not stop the others.
        if (error.status === 500) continue;
        break;
      }
      if (error.code === 'not_subscribed') answers.set(reading.bookId, 'no_access');
    }
    later.answered();
    const rest = stored();
    // Another page was reached while this one was being sent.
    if (rest[reading.bookId]?.readAt === reading.readAt) {
      delete rest[reading.bookId];
      store(rest);
    }
  }
  return answers;
}
