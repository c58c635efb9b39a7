/** Requests generated from the contract, for fuzzing: any call, any caller, any values. */
import { paramsSchema } from '@vesalius/contract/endpoints';
import fc from 'fast-check';
import { z } from 'zod';
import { around, fromSchema, type JsonSchema, type KnownIds, objectOf } from './from-schema.ts';
import { deepText, oddText, unwrapRaw } from './odd-values.ts';
import type { GoodRequest } from './row.ts';
import { addressOf, guardOf, type Mounted, mountedCalls } from './table.ts';
import { CALLERS, type Caller, type World } from './world.ts';

export interface FuzzRequest {
  readonly name: string;
  readonly caller: Caller;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}
const callers = Object.keys(CALLERS) as Caller[];
/** Moving the test clock by years would end every session. */
const LEFT_OUT: readonly string[] = ['advanceTestClock'];

const jsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** A URL may contain invalid UTF-16; `encodeURIComponent` refuses it. */
const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const asWords = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
const queryText = (query: Record<string, unknown>): string =>
  Object.entries(query)
    .flatMap(([name, value]) =>
      // A repeated name is a list.
      (Array.isArray(value) ? value : [value]).map((each) => `${encode(name)}=${encode(asWords(each))}`),
    )
    .join('&');
const oddQuery = fc.constantFrom(
  '%00=%00',
  'page=%zz',
  'page=%ff',
  '=&&=',
  'page=1&page=2',
  'items[]=1',
  '?',
  '__proto__[a]=1',
);

/** As text, because an object cannot have a key twice. */
function bodyText(schema: JsonSchema, good: unknown, ids: KnownIds): fc.Arbitrary<string> {
  const values = fc.oneof(
    { weight: 1, arbitrary: fromSchema(schema, ids) },
    { weight: good ? 2 : 0, arbitrary: around(schema, good ?? {}, ids) },
  );
  const right = values.map((value) => unwrapRaw(JSON.stringify(value) ?? 'null'));
  const twice = fc
    .tuple(objectOf(schema, ids), objectOf(schema, ids))
    .map(([a, b]) => unwrapRaw(`${JSON.stringify(a).slice(0, -1)},${JSON.stringify(b).slice(1)}`))
    .map((text) => text.replace('{,', '{').replace(',}', '}'));
  return fc.oneof(
    { weight: 30, arbitrary: right },
    { weight: 3, arbitrary: twice },
    { weight: 1, arbitrary: deepText },
    { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '1', '"', '{"a":1}{"b":2}', '\u0000', '[]') },
    { weight: 1, arbitrary: oddText },
  );
}

const headerText: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': ';' },
      { 'x-forwarded-for': "1.2.3.4, '", 'x-forwarded-host': 'evil.example' },
      { 'accept-encoding': 'br;q=1.0, *;q=0.1' },
      { range: 'bytes=0-' },
      { 'if-none-match': '*' },
      { 'user-agent': '<script>'.repeat(100) },
      { cookie: 'lang=ar; lang=; =' },
    ),
  },
);

/** Values for the schema; more often those of a valid request, if there is one. */
function valuesOf(
  schema: z.ZodType,
  good: object | undefined,
  ids: KnownIds,
): fc.Arbitrary<Record<string, unknown>> {
  const json = jsonSchema(schema);
  const free = objectOf(json, ids);
  if (!good) return free;
  const near = around(json, good, ids) as fc.Arbitrary<Record<string, unknown>>;
  return fc.oneof({ weight: 1, arbitrary: free }, { weight: 3, arbitrary: near });
}

function requestOf(
  mounted: Mounted,
  good: GoodRequest | undefined,
  ids: KnownIds,
): fc.Arbitrary<Omit<FuzzRequest, 'caller'>> {
  const { endpoint } = mounted;
  const params = paramsSchema(endpoint);
  const pathText = params ? valuesOf(params, good?.params, ids) : fc.constant({});
  const query = endpoint.query ? valuesOf(endpoint.query, good?.query, ids).map(queryText) : fc.constant('');
  const anyQuery = fc.oneof({ weight: 20, arbitrary: query }, { weight: 1, arbitrary: oddQuery });
  const payload = endpoint.body
    ? bodyText(jsonSchema(endpoint.body), good?.body, ids)
    : fc.constant(undefined);
  return fc
    .record({ values: pathText, query: anyQuery, payload, headers: headerText })
    .map(({ values, query: search, payload: text, headers }) => {
      const given = values as Record<string, unknown>;
      const path = addressOf(mounted).replace(
        /:(\w+)/g,
        (_all, name: string) => encode(asWords(given[name] ?? 'x')) || 'x',
      );
      return {
        name: `${mounted.feature}.${mounted.name}`,
        method: endpoint.method,
        url: search ? `${path}?${search}` : path,
        headers: { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(text === undefined ? {} : { payload: text }),
      };
    });
}

/** A valid request of each call, sent by its owner. */
export async function goodRequests(world: World): Promise<Map<Mounted, GoodRequest>> {
  const goods = new Map<Mounted, GoodRequest>();
  for (const mounted of mountedCalls) goods.set(mounted, (await mounted.row?.good?.(world, 'none')) ?? {});
  return goods;
}

/** Nine of ten requests come from a caller that the guards admit: the others reach no code behind them. */
export function fuzzRequests(
  ids: KnownIds,
  goods: ReadonlyMap<Mounted, GoodRequest>,
): fc.Arbitrary<FuzzRequest> {
  const each = mountedCalls
    .filter(({ name }) => !LEFT_OUT.includes(name))
    .map((mounted) => {
      const through = callers.filter((caller) => guardOf(mounted, caller) === null);
      const caller = fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...through) },
        { weight: 1, arbitrary: fc.constantFrom(...callers) },
      );
      return fc
        .tuple(caller, requestOf(mounted, goods.get(mounted), ids))
        .map(([who, request]) => ({ ...request, caller: who }));
    });
  return fc.oneof(...each);
}
