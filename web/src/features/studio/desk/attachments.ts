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
  | { readonly kind: 'page'; readonly page: number }
  /** `group`: what is dropped together is one study. */
  | { readonly kind: 'study'; readonly page: number; readonly group: string; readonly title: string };
export interface Attachment {
  readonly workId: string;
  readonly target: Target;
  readonly folder?: string;
}

/** By upload. Kept while the user is on another page of the product. */
const waiting = new Map<string, Attachment>();
export type StudyTarget = Extract<Target, { kind: 'study' }>;
/** Files of each drop, by its group. */
const dropped = new Map<string, number>();
const outgoing: File[] = [];
const listeners = new Set<() => void>();
const underWay = new Set<string>();

/** Uploads files as soon as the desk is open; afterwards they become what they are meant for. */
export function sendFiles(files: readonly File[], attachment: Attachment): void {
  for (const file of files) waiting.set(fingerprintOf(file), attachment);
  if (attachment.target.kind === 'study') dropped.set(attachment.target.group, files.length);
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
  /** All files of a study have arrived, or were called off. */
  onStudy: (target: StudyTarget) => void = () => {},
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
      underWay.delete(id);
      remove(id);
    }
  }
  function remove(id: string): void {
    const target = waiting.get(id)?.target;
    waiting.delete(id);
    acts.remove(id);
    if (target?.kind !== 'study' || filesOnTheWay(target.group) > 0) return;
    dropped.delete(target.group);
    onStudy(target);
  }
  return { uploads: own, ...acts, remove };
}

const filesOnTheWay = (group: string): number =>
  [...waiting.values()].filter(({ target }) => target.kind === 'study' && target.group === group).length;

export interface SendingStudy {
  readonly group: string;
  readonly title: string;
  readonly files: number;
  readonly arrived: number;
}
/** Hundreds of files are one line, but for those that somebody has to look after. */
export function sendingStudies(uploads: readonly UploadView[]): {
  studies: SendingStudy[];
  others: UploadView[];
} {
  const studies = new Map<string, SendingStudy>();
  const others: UploadView[] = [];
  for (const upload of uploads) {
    const target = waiting.get(upload.id)?.target;
    if (target?.kind !== 'study' || upload.state === 'refused' || upload.state === 'paused') {
      others.push(upload);
      if (target?.kind !== 'study') continue;
    }
    const { group, title } = target;
    const files = dropped.get(group) ?? 0;
    studies.set(group, { group, title, files, arrived: Math.max(0, files - filesOnTheWay(group)) });
  }
  return { studies: [...studies.values()], others };
}
