import { ERRORS, type ErrorCode } from '@vesalius/contract/errors';
import type { ResumableUpload } from '@vesalius/contract/resumable-uploads';
import type { UploadRow } from './upload-queries.ts';

/** An upload as its owner sees it. */
export function presentUpload(row: UploadRow): ResumableUpload {
  const isFinished = row.state === 'finished';
  return {
    id: row.id,
    name: row.name,
    bytes: row.declaredBytes,
    received_bytes: row.receivedBytes,
    state: row.state,
    refusal: row.refusal === null ? null : { code: row.refusal, message: textOf(row.refusal) },
    hash: isFinished ? row.hash : null,
    media_type: isFinished ? row.mediaType : null,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}

const textOf = (code: string): string => ERRORS[code as ErrorCode]?.[1] ?? ERRORS.file_kind_unknown[1];
