import { PAGE_FILES } from '@vesalius/contract/reader-text';
import type { Json } from './openapi-schemas.ts';

const bytes = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
const refused = (...statuses: [number, string][]): Json =>
  Object.fromEntries(
    statuses.map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  );
const parameter = (name: string, where: 'path' | 'query', schema: Json, description?: string): Json => ({
  name,
  in: where,
  required: where === 'path',
  schema,
  ...(description ? { description } : {}),
});
/** For addresses of files; in a call the body may also be the reason. */
const MALFORMED = '`malformed`: the address cannot be decoded, or holds a NUL';
const text = { type: 'string' };
const count = { type: 'integer', minimum: 1 };

/** Stored files are not calls of the contract: their addresses and grants are in the answers of calls. */
export const filePaths = (): Record<string, Json> => ({
  '/page-files/{bookId}/{revision}/{page}/{file}': {
    get: {
      operationId: 'getPageFile',
      tags: ['reader'],
      summary: 'A file of one page: its image in two sizes, a thumbnail, its text, or the page as PDF',
      description:
        'Revision and grant are in the answer of `.../books/{id}/pages`; the grant opens pages up to `access.last_page` until `files.expires_at`. Without a grant, the token decides. `files.runs` and `files.grants` of the same answer give each page another address of this form, which a cache can answer without asking: set, the page’s number in it, and the grant of the set.',
      security: [{}, { bearer: [] }],
      parameters: [
        parameter('bookId', 'path', { type: 'string', format: 'uuid' }),
        parameter('revision', 'path', count),
        parameter('page', 'path', count, 'Counts from 1, whatever is printed on the page.'),
        parameter('file', 'path', { type: 'string', enum: [...PAGE_FILES] }),
        parameter('grant', 'query', text),
      ],
      responses: {
        200: {
          description: 'The file',
          content: {
            ...bytes(['image/webp', 'application/pdf']),
            'application/json': { schema: { type: 'object' } },
          },
        },
        304: { description: 'Not changed' },
        ...refused(
          [400, MALFORMED],
          [401, '`session_ended`'],
          [403, '`not_subscribed`: the grant has ended, or does not open this page'],
          [404, '`not_found`'],
        ),
        default: { $ref: '#/components/responses/Error' },
      },
    },
  },
  '/files/{key}': {
    get: {
      operationId: 'getFile',
      tags: ['lectures'],
      summary: 'A stored file: a cover, a portrait, a video, an image, a DICOM file',
      description:
        'Answers carry these addresses whole, with their grant; use them as they are. One range of bytes can be asked for. In a playlist (`.m3u8`) each address has the grant already.',
      security: [],
      parameters: [
        parameter('key', 'path', text, 'May contain slashes.'),
        parameter('grant', 'query', text, 'Not needed below `public/`.'),
      ],
      responses: {
        200: { description: 'The file', content: bytes(['application/octet-stream']) },
        206: { description: 'The part that was asked for', content: bytes(['application/octet-stream']) },
        304: { description: 'Not changed' },
        416: { description: 'The range lies beyond the file' },
        ...refused([400, MALFORMED], [403, '`not_subscribed`: the grant has ended'], [404, '`not_found`']),
        default: { $ref: '#/components/responses/Error' },
      },
    },
  },
});
