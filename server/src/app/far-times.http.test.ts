/** Times and days at the ends of what the contract's formats can say, in every call that takes some: none is a failure. */
import type { Endpoint } from '@vesalius/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestApp, testApp } from '../testing/app.ts';
import type { JsonSchema } from '../testing/calls/from-schema.ts';
import type { GoodRequest } from '../testing/calls/row.ts';
import {
  addressOf,
  expectedOf,
  guardOf,
  type Mounted,
  mountedCalls,
  successOf,
} from '../testing/calls/table.ts';
import { buildWorld, type Caller, SOMEONE, type World } from '../testing/calls/world.ts';

const DAYS = ['0000-01-01', '0001-01-01', '9999-12-31'];
const TIMES = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];

type Part = 'query' | 'body';
interface Field {
  readonly part: Part;
  readonly name: string;
  readonly values: readonly string[];
}
const formatOf = (schema: JsonSchema): string | undefined =>
  schema.format ?? [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map(formatOf).find(Boolean);
function fieldsOf(endpoint: Endpoint): Field[] {
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    return Object.entries(properties).flatMap(([name, property]) => {
      const format = formatOf(property);
      if (format === 'date') return [{ part, name, values: DAYS }];
      return format === 'date-time' ? [{ part, name, values: TIMES }] : [];
    });
  });
}
/** Every field with each of its values, and all pairs of them: what is far from each other is added and compared. */
const choicesOf = ([field, ...rest]: readonly Field[]): { field: Field; value: string }[][] => {
  if (!field) return [[]];
  const others = choicesOf(rest);
  return field.values.flatMap((value) => others.map((other) => [{ field, value }, ...other]));
};

const takingTimes = mountedCalls.filter(({ endpoint }) => fieldsOf(endpoint).length > 0);
/** A caller whose requests reach the handler at least. */
const callerOf = (mounted: Mounted): Caller | undefined =>
  SOMEONE.find((caller) => expectedOf(mounted, caller) === successOf(mounted.endpoint)) ??
  SOMEONE.find((caller) => guardOf(mounted, caller) === null);

let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await testApp();
  world = await buildWorld(t);
});
afterAll(() => t.close());

it.each(takingTimes.map((mounted) => [`${mounted.endpoint.method} ${addressOf(mounted)}`, mounted] as const))(
  '%s',
  async (_name, mounted) => {
    const caller = callerOf(mounted);
    if (!caller) throw new Error('nobody may make this call');
    const failures: string[] = [];
    for (const choice of choicesOf(fieldsOf(mounted.endpoint))) {
      const good: GoodRequest = (await mounted.row?.good?.(world, caller)) ?? {};
      const query = { ...good.query };
      const body = { ...(good.body as object) } as Record<string, unknown>;
      for (const { field, value } of choice) (field.part === 'query' ? query : body)[field.name] = value;
      const { status, text } = await t.call(mounted.endpoint, {
        as: world.tokens[caller],
        portal: mounted.portal,
        params: good.params ?? {},
        query,
        ...(mounted.endpoint.body ? { body } : {}),
      });
      if (status >= 500) failures.push(`${status} ${text}: ${choice.map(({ value }) => value).join(', ')}`);
    }
    expect(failures).toEqual([]);
  },
);
