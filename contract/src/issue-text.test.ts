import { expect, it } from 'vitest';
import { z } from 'zod';
import { ChargeCreditCard } from './commerce-payment.ts';
import type { Endpoint } from './endpoints.ts';
import { issueText } from './issue-text.ts';
import { endpointTable } from './table.ts';

const textsOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value, { error: issueText }).error?.issues ?? []).map(({ message }) => message);

it.each([
  [z.object({ city: z.string() }), {}, 'This is required.'],
  [z.object({ city: z.string() }), { city: 4 }, 'This has to be text.'],
  [z.object({ reason: z.string().min(3) }), { reason: 'a' }, 'Use at least 3 characters.'],
  [z.object({ users: z.array(z.string()).max(1) }), { users: ['a', 'b'] }, 'At most 1 entry.'],
  [z.object({ page: z.number().int().min(1) }), { page: 0 }, 'This has to be 1 or more.'],
  [z.object({ id: z.uuid() }), { id: 'x' }, 'This has to be an id.'],
  [z.object({ kind: z.enum(['a', 'b']) }), { kind: 'c' }, 'This has to be one of: a, b.'],
  [z.object({ city: z.string().min(1, 'City is required.') }), { city: '' }, 'City is required.'],
])('says what is wrong with %o of %j', (schema, value, text) => {
  expect(textsOf(schema, value)).toEqual([text]);
});

it('answers sentences for every field of every call', () => {
  const odd = [undefined, null, [], {}, { payment: {}, bill_to: {} }, 'text', 4];
  const texts = new Set<string>();
  for (const endpoints of Object.values(endpointTable))
    for (const { body, query } of Object.values(endpoints as Record<string, Endpoint>))
      for (const schema of [body, query]) {
        if (!schema) continue;
        const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
        for (const value of odd) for (const text of textsOf(schema, value)) texts.add(text);
        for (const field of Object.keys(properties))
          for (const value of ['', '?', 'x'.repeat(300_000), -1, 1e12, {}, [], null])
            for (const text of textsOf(schema, { [field]: value })) texts.add(text);
      }
  for (const text of textsOf(ChargeCreditCard, { payment: { card_number: '1', expiry: '1', cvv: '1' } }))
    texts.add(text);
  expect(texts.size).toBeGreaterThan(15);
  // The specification's own wording ends without a period now and then.
  expect([...texts].filter((text) => !/^[A-Z][^:_]* .*/.test(text) || /Invalid|expected/.test(text))).toEqual(
    [],
  );
});
