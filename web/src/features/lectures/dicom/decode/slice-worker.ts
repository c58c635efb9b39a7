/// <reference lib="webworker" />

import { CappedMap } from '../../../../lib/capped-map.ts';
import { decodeSlice } from './decode-slice.ts';
import { type DicomFile, openDicom } from './dicom-file.ts';
import { type Slice, SliceFailure, type SliceFailureCode } from './slice.ts';

export interface SliceRequest {
  readonly id: number;
  readonly url: string;
  readonly frame: number;
}
export type SliceReply =
  | { readonly id: number; readonly slice: Slice }
  | { readonly id: number; readonly failure: SliceFailureCode; readonly detail: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;
/** Multi-frame files stay in memory, so that each frame does not fetch its file again. */
const MAX_FILES = 4;
const kept = new CappedMap<string, DicomFile>(MAX_FILES);
const opening = new Map<string, Promise<DicomFile>>();

scope.onmessage = async ({ data: { id, url, frame } }: MessageEvent<SliceRequest>) => {
  try {
    const slice = await decodeSlice(await open(url), frame);
    const { buffer } = 'rgba' in slice.pixels ? slice.pixels.rgba : slice.pixels.grey;
    scope.postMessage({ id, slice } satisfies SliceReply, [buffer as ArrayBuffer]);
  } catch (error) {
    const { code, message } =
      error instanceof SliceFailure ? error : new SliceFailure('undecodable', String(error));
    scope.postMessage({ id, failure: code, detail: message } satisfies SliceReply);
  }
};

async function open(url: string): Promise<DicomFile> {
  const known = kept.get(url) ?? opening.get(url);
  if (known !== undefined) return known;
  const fetching = fetchFile(url).finally(() => opening.delete(url));
  opening.set(url, fetching);
  const file = await fetching;
  if (file.numberOfFrames > 1) kept.set(url, file);
  return file;
}

async function fetchFile(url: string): Promise<DicomFile> {
  const answer = await fetch(url).catch((error: unknown) => {
    throw new SliceFailure('network', '', error);
  });
  if (answer.status === 403) throw new SliceFailure('expired');
  if (!answer.ok) throw new SliceFailure('network', String(answer.status));
  const bytes = await answer.arrayBuffer().catch((error: unknown) => {
    throw new SliceFailure('network', '', error);
  });
  return openDicom(new Uint8Array(bytes));
}
