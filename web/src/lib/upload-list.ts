import type { HttpStack } from 'tus-js-client';
import { fingerprintOf, forgetKeptUpload, listKeptUploads, readKeptUpload } from './kept-uploads.ts';
import { cancelUpload, ResumableUpload } from './resumable-upload.ts';
import { getSession, subscribeToSession } from './session.ts';
import type { UploadView } from './upload-view.ts';

const MAX_AT_ONCE = 3;

export interface UploadList {
  readonly get: () => readonly UploadView[];
  readonly subscribe: (listener: () => void) => () => void;
  /** New files, and those of unfinished uploads again. */
  readonly add: (files: readonly File[]) => void;
  readonly pause: (id: string) => void;
  readonly resume: (id: string) => void;
  /** Ends it here and on the server; one that is done is taken off the list. */
  readonly remove: (id: string) => void;
}

/** The uploads of the user of this tab: those of this page, and what was begun before it. A few are sent at once. */
export function createUploadList({ httpStack }: { httpStack?: HttpStack } = {}): UploadList {
  const userId = getSession()?.userId ?? null;
  const uploads = new Map<string, ResumableUpload>();
  let views: readonly UploadView[] = listKeptUploads().map(({ fingerprint, name, bytes }) => ({
    ...viewOf(fingerprint, name, bytes),
    state: 'paused',
    needsFile: true,
  }));
  const listeners = new Set<() => void>();

  const set = (next: readonly UploadView[]) => {
    views = next;
    for (const listener of listeners) listener();
  };
  const change = (id: string, more: Partial<UploadView>) => {
    set(views.map((view) => (view.id === id ? { ...view, ...more } : view)));
  };

  function startNext(): void {
    const underWay = views.filter(({ id, state }) => running.has(id) && state !== 'done').length;
    const next = views.filter(({ id, state }) => state === 'waiting' && !running.has(id));
    for (const { id } of next.slice(0, Math.max(0, MAX_AT_ONCE - underWay))) {
      running.add(id);
      void uploads
        .get(id)
        ?.run()
        .finally(() => {
          running.delete(id);
          startNext();
        });
    }
  }
  const running = new Set<string>();

  // Signed out, here or in another tab: what is under way ends with the session.
  subscribeToSession(() => {
    if (getSession()?.userId === userId) return;
    for (const upload of uploads.values()) upload.stop();
    uploads.clear();
    set([]);
  });

  return {
    get: () => views,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files) {
      for (const file of files) {
        const id = fingerprintOf(file);
        if (uploads.has(id)) continue;
        uploads.set(id, new ResumableUpload(file, (more) => change(id, more), httpStack));
        const view = viewOf(id, file.name, file.size);
        set(
          views.some((each) => each.id === id)
            ? views.map((each) => (each.id === id ? view : each))
            : [...views, view],
        );
      }
      startNext();
    },
    pause: (id) => uploads.get(id)?.pause(),
    resume(id) {
      change(id, { state: 'waiting', error: null });
      startNext();
    },
    remove(id) {
      const upload = uploads.get(id);
      const kept = readKeptUpload(id);
      const isDone = views.find((view) => view.id === id)?.state === 'done';
      uploads.delete(id);
      set(views.filter((view) => view.id !== id));
      if (isDone) return;
      forgetKeptUpload(id);
      if (upload) void upload.cancel();
      else if (kept) void cancelUpload(kept.uploadUrl, httpStack);
    },
  };
}

const viewOf = (id: string, name: string, bytes: number): UploadView => ({
  id,
  name,
  bytes,
  sentBytes: null,
  state: 'waiting',
  bytesPerSecond: null,
  needsFile: false,
  error: null,
  result: null,
});
