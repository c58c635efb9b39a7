/**
 * Faulty variants of a request: each part missing, each of a wrong kind, something extra, something huge, an invalid body.
 * The contract's own schemas decide what is wrong, so the expectation does not depend on the server.
 */
import type { Endpoint } from '@vesalius/contract/endpoints';
import type { z } from 'zod';
import { type GoodRequest, NOBODY } from './row.ts';

export interface Variant {
  readonly kind: 'good' | 'missing' | 'wrong' | 'extra' | 'huge' | 'broken' | 'foreign' | 'absent';
  /** The part that is wrong. */
  readonly at: string;
  readonly request: GoodRequest;
  /** Sent unchanged instead of the JSON of `request.body`. */
  readonly text?: string;
  readonly contentType?: string;
  /** The answer by the contract alone; `good` = like a valid request. */
  readonly expected: 'good' | 'absent' | 400 | 413 | 415 | 422;
  /** Refused while the body is read, before the caller is identified. */
  readonly beforeGuards: boolean;
}

const DEFAULT_BODY_LIMIT = 100_000;
/** At least one of them is wrong for any field with a schema. */
const WRONG: readonly unknown[] = [
  { not: 'this' },
  ['not', 'this'],
  'x'.repeat(120_000).slice(0, 5000),
  -1.5,
  null,
];
/** Fields that an attacker would add to a request. */
const EXTRA = {
  role: 'staff',
  role_name: 'staff',
  is_beta: true,
  email_verified: true,
  user_id: NOBODY,
  owner_id: NOBODY,
  is_manager: true,
  price: 0,
  constructor: { prototype: { isAdmin: true } },
};

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all fields of an object, including nested ones. */
function pathsOf(value: unknown, prefix: readonly string[] = []): string[][] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [...prefix, key],
    ...pathsOf(inner, [...prefix, key]),
  ]);
}
function withoutPath(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  const { [key]: inner, ...others } = value as Json;
  return rest.length === 0 ? others : { ...others, [key]: withoutPath(inner, rest) };
}
function withPath(value: unknown, [key = '', ...rest]: readonly string[], replacement: unknown): unknown {
  const inner = (value as Json)[key];
  return { ...(value as Json), [key]: rest.length === 0 ? replacement : withPath(inner, rest, replacement) };
}

const accepts = (schema: z.ZodType | undefined, value: unknown): boolean =>
  schema === undefined || schema.safeParse(value).success;
/** As it arrives: values in a URL are text. */
const asText = (query: unknown): Json =>
  Object.fromEntries(Object.entries((query ?? {}) as Json).map(([key, value]) => [key, String(value)]));

export const extraVariant = (endpoint: Endpoint, request: GoodRequest): Variant => ({
  kind: 'extra',
  at: endpoint.body ? 'body' : 'query',
  request: endpoint.body
    ? { ...request, body: { ...EXTRA, ...(request.body as Json) } }
    : { ...request, query: { ...request.query, role: 'staff', user_id: NOBODY } },
  expected: 'good',
  beforeGuards: false,
});

/** For a call without a body, a long URL: unknown parameters are ignored. */
export const longVariant = (request: GoodRequest): Variant => ({
  kind: 'huge',
  at: 'query',
  request: { ...request, query: { ...request.query, extra: 'x'.repeat(8000) } },
  expected: 'good',
  beforeGuards: false,
});

/** All variants that must be refused; none of them changes anything. */
export function badVariants(endpoint: Endpoint, request: GoodRequest): Variant[] {
  const variants: Variant[] = [];
  const { body, query } = endpoint;
  const add = (kind: Variant['kind'], at: string, changed: GoodRequest): void =>
    void variants.push({ kind, at, request: changed, expected: 422, beforeGuards: false });
  for (const path of pathsOf(request.query)) {
    const at = `query.${path.join('.')}`;
    const less = withoutPath(request.query, path) as Exclude<GoodRequest['query'], undefined>;
    if (!accepts(query, asText(less))) add('missing', at, { ...request, query: less });
    const wrong = ['', '-1', 'x'.repeat(5000)].find(
      (text) => !accepts(query, asText(withPath(request.query, path, text))),
    );
    if (wrong !== undefined)
      add('wrong', at, {
        ...request,
        query: withPath(request.query, path, wrong) as { [key: string]: string },
      });
  }
  if (body) {
    for (const path of pathsOf(request.body)) {
      const at = `body.${path.join('.')}`;
      const less = withoutPath(request.body, path);
      if (!accepts(body, less)) add('missing', at, { ...request, body: less });
      const wrong = WRONG.find((value) => !accepts(body, withPath(request.body, path, value)));
      if (wrong !== undefined) add('wrong', at, { ...request, body: withPath(request.body, path, wrong) });
    }
    if (!accepts(body, {})) add('missing', 'body', { ...request, body: undefined });
    add('wrong', 'body', { ...request, body: ['a list'] });
    const early = { at: 'body', request, beforeGuards: true } as const;
    const huge = JSON.stringify({
      ...(request.body as Json),
      extra: 'x'.repeat(endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT),
    });
    variants.push({ ...early, kind: 'huge', text: huge, expected: 413 });
    variants.push({ ...early, kind: 'broken', text: '{"a": ', expected: 400 });
    variants.push({ ...early, kind: 'foreign', text: 'a=b', contentType: 'text/plain', expected: 415 });
  }
  if (request.params) {
    const params = Object.fromEntries(Object.keys(request.params).map((name) => [name, NOBODY]));
    variants.push({
      kind: 'absent',
      at: 'params',
      request: { ...request, params },
      expected: 'absent',
      beforeGuards: false,
    });
  }
  return variants;
}
