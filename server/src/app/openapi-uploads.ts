import { type ErrorCode, messageOf, statusOf } from '@vesalius/contract/errors';
import { resumableUploadsCalls } from '@vesalius/contract/resumable-uploads-calls';
import type { Json } from './openapi-schemas.ts';

const header = (name: string, description: string, schema: Json, required = true): Json => ({
  ...{ name, in: 'header', required, description, schema },
});
const sent = (description: string, schema: Json): Json => ({ description, schema });
const text = { type: 'string' };
const bytes = { type: 'integer', minimum: 0 };
const version = { type: 'string', enum: ['1.0.0'] };
const ID = { name: 'upload_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const USER_ID = { $ref: '#/components/parameters/UserId' };

const VERSION = header('Tus-Resumable', 'The version of the protocol', version);
const TYPE = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } };
const RESUMABLE = { 'Tus-Resumable': sent('The version of the protocol', version) };
const OFFSET = { 'Upload-Offset': sent('Bytes received so far: continue there', bytes) };
const EXPIRES = {
  'Upload-Expires': sent('When an upload that nobody continues is removed: an HTTP date', text),
};

/** Of every request: those of the guards and of the protocol. */
const ALWAYS: readonly ErrorCode[] = [
  ...(['malformed', 'not_signed_in', 'session_ended', 'account_deleted'] as const),
  ...(['wrong_portal', 'wrong_person'] as const),
  ...(['not_verified', 'second_factor_missing', 'upload_protocol', 'unsupported_media_type'] as const),
  ...(['too_many_requests', 'unavailable'] as const),
];
/** Of every request to one upload; another user's does not exist. */
const OF_UPLOAD: readonly ErrorCode[] = ['not_found', 'upload_gone', 'upload_busy'];

function refusals(codes: readonly ErrorCode[], { hasBody = true } = {}): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const entries = [...byStatus].map(([status, same]): [number, Json] => [
    status,
    {
      description: same.map((code) => `\`${code}\`: ${messageOf(code)}`).join('\n\n'),
      ...(hasBody ? { content } : {}),
    },
  ]);
  return { ...Object.fromEntries(entries), default: { $ref: '#/components/responses/Error' } };
}

/** The requests of the tus protocol (1.0.0: creation, expiration, termination): they are no calls of the contract. */
export function uploadPaths(): Record<string, Json> {
  const { path, portals } = resumableUploadsCalls.listResumableUploads;
  const operation = (portal: string, name: string, more: Json): Json => ({
    ...{ operationId: `${portal}_${name}`, tags: ['resumableUploads'], security: [{ bearer: [] }] },
    ...more,
  });
  return Object.fromEntries(
    portals.flatMap((portal): [string, Json][] => [
      [
        `/${portal}_portal/v1${path}`,
        {
          post: operation(portal, 'createResumableUpload', {
            summary: 'Begin to send a file (tus: creation)',
            description:
              'Without a body. The answer names the address to which the bytes are sent with PATCH.',
            parameters: [
              VERSION,
              header('Upload-Length', 'Bytes of the whole file', { ...bytes, minimum: 1 }),
              header(
                'Upload-Metadata',
                '`filename` and the name in Base64, separated by a space; the content tells the kind of file',
                text,
                false,
              ),
              USER_ID,
            ],
            responses: {
              201: {
                description: 'Begun',
                headers: {
                  ...RESUMABLE,
                  ...EXPIRES,
                  Location: sent('The path of the upload; its end is the id', text),
                },
              },
              ...refusals([
                ...ALWAYS,
                ...(['file_empty', 'file_too_large', 'too_many_uploads'] as const),
                ...(['upload_day_limit', 'storage_full'] as const),
              ]),
            },
          }),
        },
      ],
      [
        `/${portal}_portal/v1${path}/{upload_id}`,
        {
          head: operation(portal, 'findResumableUploadOffset', {
            summary: 'How many bytes have arrived (tus: core)',
            parameters: [ID, VERSION, USER_ID],
            responses: {
              200: {
                description: 'The upload can be continued, or is complete',
                headers: {
                  ...{ ...RESUMABLE, ...OFFSET },
                  'Upload-Length': sent('Bytes of the whole file', bytes),
                },
              },
              ...refusals([...ALWAYS, ...OF_UPLOAD], { hasBody: false }),
            },
          }),
          patch: operation(portal, 'continueResumableUpload', {
            summary: 'Send the next bytes (tus: core)',
            description:
              'What arrives is kept when the connection breaks: ask with HEAD where to continue. After the last byte, `GET` at the same address tells what has become of the file.',
            parameters: [
              ...[ID, VERSION],
              header(
                'Upload-Offset',
                'Where the bytes of this request begin: all that arrived so far',
                bytes,
              ),
              USER_ID,
            ],
            requestBody: { required: true, content: TYPE },
            responses: {
              204: { description: 'Received', headers: { ...RESUMABLE, ...OFFSET, ...EXPIRES } },
              ...refusals([...ALWAYS, ...OF_UPLOAD, 'upload_offset', 'file_too_large', 'storage_full']),
            },
          }),
          delete: operation(portal, 'cancelResumableUpload', {
            summary: 'Cancel an upload and remove its bytes (tus: termination)',
            parameters: [ID, VERSION, USER_ID],
            responses: {
              204: { description: 'Canceled', headers: RESUMABLE },
              ...refusals([...ALWAYS, ...OF_UPLOAD]),
            },
          }),
        },
      ],
    ]),
  );
}
