import { useEffect, useState, useSyncExternalStore } from 'react';
import { createUploadList, type UploadList } from '../lib/upload-list.ts';
import type { UploadView } from '../lib/upload-view.ts';

let shared: UploadList | undefined;

/** The uploads of this tab. They continue while the user visits other pages of the product. */
export function useUploads(): UploadList & { readonly uploads: readonly UploadView[] } {
  const [list] = useState(() => {
    shared ??= createUploadList();
    return shared;
  });
  const uploads = useSyncExternalStore(list.subscribe, list.get, list.get);
  const isMoving = uploads.some(({ state }) => state === 'uploading');
  useEffect(() => {
    if (!isMoving) return;
    // The browser asks before it closes the page. Nothing is lost if it does: uploads can be resumed.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isMoving]);
  return { ...list, uploads };
}
