import type { WorkFile } from '@vesalius/contract/work-files';
import type { Path } from '@vesalius/contract/working-copy-document';
import { useEffect } from 'react';
import { CallError } from '../../../lib/api-client.ts';
import { fingerprintOf } from '../../../lib/kept-uploads.ts';
import type { UploadView } from '../../../lib/upload-view.ts';
import { useUploads } from '../../../product/use-uploads.ts';
import { workFilesApi } from '../api.ts';

/** What a file becomes when it has arrived. */
export type Target =
  | { readonly kind: 'field'; readonly path: Path }
  /** One more of a list of files. */
  | { readonly kind: 'files'; readonly path: Path }
  /** Captions or descriptions of a lecture, by the path of their list. */
  | { readonly kind: 'tracks'; readonly path: Path }
  /** `group`: what is dropped together; slices of a study belong to one. */
  | { readonly kind: 'page'; readonly page: number; readonly group: string };
export interface Attachment {
  readonly workId: string;
  readonly target: Target;
  readonly folder?: string;
}

/** By upload. They stay while the user is on another page of the product. */
const waiting = new Map<string, Attachment>();
const outgoing: File[] = [];
const listeners = new Set<() => void>();
const underWay = new Set<string>();

/** They go out as soon as the desk is there, and become what they are meant for when they have arrived. */
export function sendFiles(files: readonly File[], attachment: Attachment): void {
  for (const file of files) waiting.set(fingerprintOf(file), attachment);
  outgoing.push(...files);
  for (const listener of listeners) listener();
}

/**
 * The files of this work that are on their way. Each that has arrived becomes a file of the work, and is handed over with
 * what it is meant for.
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
