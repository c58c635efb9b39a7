import { isRefusedInPreview } from '@vesalius/contract/calls';
import { type Endpoint, paramsSchema } from '@vesalius/contract/endpoints';
import { type ErrorCode, messageOf, statusOf } from '@vesalius/contract/errors';
import { z } from 'zod';
import type { Json, SchemaComponents } from './openapi-schemas.ts';

const jsonOf = (schema: Json): Json => ({ 'application/json': { schema } });
const ERROR = { $ref: '#/components/schemas/Error' };

/** Responses that many calls share, by component name. */
const SHARED: Readonly<Record<string, readonly ErrorCode[]>> = {
  Malformed: ['malformed'],
  Unauthorized: ['not_signed_in', 'session_ended', 'account_deleted'],
  SessionEnded: ['session_ended', 'account_deleted'],
  Forbidden: ['wrong_portal', 'not_verified', 'second_factor_missing'],
  ForbiddenChange: ['wrong_portal', 'preview_only', 'not_verified', 'second_factor_missing'],
  WrongPortal: ['wrong_portal'],
  WrongPortalChange: ['wrong_portal', 'preview_only'],
  PreviewOnly: ['preview_only'],
  NotFound: ['not_found'],
  WrongPerson: ['wrong_person'],
  TooLarge: ['body_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
  Invalid: ['invalid'],
  TooManyRequests: ['too_many_requests'],
  Unavailable: ['unavailable'],
};

/** Every error code of a call: its own, and those of the guards. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors ?? []);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  add('malformed', 'too_many_requests', 'unavailable');
  if (endpoint.body) add('body_too_large', 'unsupported_media_type');
  if (endpoint.body || endpoint.query) add('invalid');
  if (endpoint.needsMail) add('mail_unavailable');
  if (takesId(endpoint)) add('not_found');
  if (endpoint.path.startsWith('/works/:id/') || endpoint.path === '/works/:id') add('work_deleted');
  if (endpoint.who !== 'open') add('not_signed_in');
  add('session_ended', 'account_deleted', 'wrong_person');
  if (endpoint.portals.some((portal) => portal !== 'root')) add('wrong_portal');
  if (mayBePreviewed(endpoint)) add('preview_only');
  if (endpoint.who !== 'open' && !endpoint.unverified) add('not_verified', 'second_factor_missing');
  return [...codes];
}

const mayBePreviewed = (endpoint: Endpoint): boolean =>
  isRefusedInPreview(endpoint) &&
  endpoint.portals.some((portal) => portal === 'customer' || portal === 'root');

/** A call that takes an id may get one that does not exist. */
function takesId(endpoint: Endpoint): boolean {
  if (paramsSchema(endpoint)) return true;
  return [endpoint.query, endpoint.body].some((schema) => {
    if (!schema) return false;
    const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    return /"(?:\w+_)?ids?":\{/.test(text);
  });
}

export function responsesOf(endpoint: Endpoint, components: SchemaComponents): Json {
  const responses: Json = { [successOf(endpoint)]: doneOf(endpoint, components) };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(endpoint))
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  for (const [status, codes] of byStatus) responses[status] = sharedOf(codes) ?? errorResponse(codes);
  responses.default = { $ref: '#/components/responses/Error' };
  return responses;
}

const successOf = ({ status, answer, raw }: Endpoint) => status ?? (answer || raw ? 200 : 204);

function doneOf({ answer, raw, rawSchema }: Endpoint, components: SchemaComponents): Json {
  const isList = answer instanceof z.ZodObject && 'metadata' in answer.shape;
  const headers = {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(isList ? { link: { $ref: '#/components/headers/Link' } } : {}),
  };
  if (answer) return { description: 'Done', headers, content: jsonOf(components.of(answer, 'output')) };
  if (!raw) return { description: 'Done', headers };
  const schema = rawSchema ? components.of(rawSchema, 'output') : { type: 'string' };
  return { description: 'Done', headers, content: { [raw]: { schema } } };
}

function sharedOf(codes: readonly ErrorCode[]): Json | undefined {
  const key = [...codes].sort().join();
  const component = Object.entries(SHARED).find(([, shared]) => [...shared].sort().join() === key);
  return component && { $ref: `#/components/responses/${component[0]}` };
}

function errorResponse(codes: readonly ErrorCode[]): Json {
  const status = statusOf(codes[0] as ErrorCode);
  return {
    description: codes.map((code) => `\`${code}\`: ${messageOf(code)}`).join('\n\n'),
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(status === 401 ? { 'www-authenticate': { $ref: '#/components/headers/WwwAuthenticate' } } : {}),
      ...([429, 503].includes(status) ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}),
      ...(status === 429
        ? {
            ratelimit: { $ref: '#/components/headers/RateLimit' },
            'ratelimit-policy': { $ref: '#/components/headers/RateLimitPolicy' },
          }
        : {}),
    },
    content: jsonOf({
      allOf: [ERROR, { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } }],
    }),
  };
}

export const sharedResponses = (): Json => ({
  ...Object.fromEntries(Object.entries(SHARED).map(([name, codes]) => [name, errorResponse(codes)])),
  Error: {
    description: 'Any other error.',
    headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
    content: jsonOf(ERROR),
  },
});

export const HEADERS: Json = {
  RequestId: { description: 'Names this request in the log.', schema: { type: 'string' } },
  RetryAfter: {
    description: 'Seconds after which trying again makes sense; absent where nobody knows.',
    schema: { type: 'integer' },
  },
  RateLimit: {
    description:
      'What is left of a limit and the seconds until more is: `"name";r=0;t=30`. Absent where nobody knows.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'The limit: attempts and the seconds in which they are counted, as in `"name";q=10;w=900`.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The first, previous, next and last page of the list (RFC 8288).',
    schema: { type: 'string' },
  },
  WwwAuthenticate: { description: 'How to authenticate: `Bearer`.', schema: { type: 'string' } },
};
