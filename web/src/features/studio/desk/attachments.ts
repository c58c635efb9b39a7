import type { WorkFile } from '@vesalius/contract/work-files';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useEffect } from 'react';
import { CallError } from '../../../lib/api-client.ts';
import { fingerprintOf } from '../../../lib/kept-uploads.ts';
import type { UploadView } from '../../../lib/upload-view.ts';
import { useUploads } from '../../../product/use-uploads.ts';
import { workFilesApi } from '../api.ts';

/** What an uploaded file becomes. */
export type Target =
  | { readonly kind: 'field'; readonly path: Path }
  /** Another entry of a list of files. */
  | { readonly kind: 'files'; readonly path: Path }
  /** Captions or descriptions of a lecture, by the path of their list. */
  | { readonly kind: 'tracks'; readonly path: Path }
  /** `group`: files that were dropped together; slices of a study belong to one group. */
  | { readonly kind: 'page'; readonly page: number; readonly group: string };
export interface Attachment {
  readonly workId: string;
  readonly target: Target;
  readonly folder?: string;
}

/** By upload. Kept while the user is on another page of the product. */
const waiting = new Map<string, Attachment>();
const outgoing: File[] = [];
const listeners = new Set<() => void>();
const underWay = new Set<string>();

/** Uploads files as soon as the desk is open; afterwards they become what they are meant for. */
export function sendFiles(files: readonly File[], attachment: Attachment): void {
  for (const file of files) waiting.set(fingerprintOf(file), attachment);
  outgoing.push(...files);
  for (const listener of listeners) listener();
}

/**
 * The files of this work that are being uploaded. Each becomes a file of the work when it is complete, and is handed
 * over together with its purpose.
 */
export function useAttachments(
  workId: string,
  onFile: (file: WorkFile, target: Target) => void,
  onFailure: (error: CallError, name: string) => void,
) {
  const { uploads, add, ...acts } = useUploads();
  useEffect(() => {
    const send = () => {
      if (outgoing.length > 0) add(outgoing.splice(0));
    };
    send();
    listeners.add(send);
    return () => {
      listeners.delete(send);
    };
  }, [add]);
  const own = uploads.filter(({ id }) => waiting.get(id)?.workId === workId);
  useEffect(() => {
    for (const upload of own) if (upload.state === 'done') void attach(upload);
  });
  async function attach({ id, name, result }: UploadView): Promise<void> {
    const attachment = waiting.get(id);
    if (!attachment || !result || underWay.has(id)) return;
    underWay.add(id);
    const { target, folder } = attachment;
    try {
      const body = { upload_id: result.uploadId, ...(folder ? { folder } : {}) };
      onFile(await workFilesApi.addWorkFile({ params: { id: workId }, body }), target);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      onFailure(error, name);
    } finally {
      waiting.delete(id);
      underWay.delete(id);
      acts.remove(id);
    }
  }
  return { uploads: own, ...acts };
}
