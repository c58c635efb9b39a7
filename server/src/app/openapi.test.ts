import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { prefixOf } from '@vesalius/contract/calls';
import { CardFields } from '@vesalius/contract/commerce-payment';
import type { Endpoint } from '@vesalius/contract/endpoints';
import { statusOf } from '@vesalius/contract/errors';
import { endpointTable } from '@vesalius/contract/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestApp, testApp } from '../testing/app.ts';
import { EXAMPLES } from './openapi-examples.ts';

const endpoints = Object.values(endpointTable).flatMap(
  (feature) => Object.entries(feature) as [string, Endpoint][],
);

describe('the table of calls', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  it('is all in the OpenAPI document', async () => {
    const document = (await t.app.inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    for (const [, endpoint] of endpoints)
      for (const portal of endpoint.portals) {
        const url = `${prefixOf(endpoint, portal)}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
        expect(
          document.paths[url]?.[endpoint.method.toLowerCase()],
          `${endpoint.method} ${url}`,
        ).toBeDefined();
      }
  });

  it('names the type of every body, in the words of OpenAPI 3.1', async () => {
    const { payload } = await t.app.inject('/openapi.json');
    // Those of 3.0, which 3.1 does not know, and another dialect.
    expect(payload).not.toMatch(/"nullable"|"exclusiveM\w+":(true|false)|"\$schema"/);
    const { paths } = JSON.parse(payload);
    for (const [, endpoint] of endpoints)
      for (const portal of endpoint.portals) {
        const url = `${prefixOf(endpoint, portal)}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
        const call = paths[url][endpoint.method.toLowerCase()];
        const done = call.responses[endpoint.status ?? (endpoint.answer || endpoint.raw ? 200 : 204)];
        const type = endpoint.raw ?? (endpoint.answer ? 'application/json' : undefined);
        expect(Object.keys(done.content ?? {}), url).toEqual(type ? [type] : []);
        if (type) expect(done.content[type].schema, url).toBeDefined();
      }
  });

  it('has every error code of a call under its status, and answers for what is not listed', async () => {
    const { paths, components } = (await t.app.inject('/openapi.json')).json();
    type Response = { $ref?: string; content?: { 'application/json': { schema: { allOf: unknown[] } } } };
    const codesOf = ({ $ref, content }: Response): string[] => {
      if ($ref) return codesOf(components.responses[$ref.split('/').at(-1) as string]);
      const [, narrowed] = content?.['application/json'].schema.allOf ?? [];
      return (narrowed as { properties: { code: { enum: string[] } } }).properties.code.enum;
    };
    for (const [, endpoint] of endpoints)
      for (const portal of endpoint.portals) {
        const url = `${prefixOf(endpoint, portal)}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
        const { responses } = paths[url][endpoint.method.toLowerCase()];
        for (const code of endpoint.errors ?? [])
          expect(codesOf(responses[statusOf(code)]), `${endpoint.method} ${url}`).toContain(code);
        expect(responses.default).toEqual({ $ref: '#/components/responses/Error' });
      }
    const signIn = paths['/v1/sessions'].post.responses[401];
    expect(codesOf(signIn)).toEqual(expect.arrayContaining(['wrong_credentials', 'second_factor_needed']));
  });

  it('answers every list with its metadata', () => {
    for (const [name, { answer }] of endpoints) {
      if (!answer || !/^(list|studentsOverview|getSales)/.test(name)) continue;
      const { properties = {} } = z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' });
      if (properties.data) expect(properties, name).toHaveProperty('metadata');
    }
  });

  it('names its schemas once, and every reference leads somewhere', async () => {
    const { payload } = await t.app.inject('/openapi.json');
    const document = JSON.parse(payload);
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(expect.arrayContaining(['Error', 'BookCard', 'Annotation', 'User', 'Invoice']));
    for (const [reference] of payload.matchAll(/#\/components\/[^"]+/g)) {
      const [, , kind, name] = reference.split('/') as [string, string, string, string];
      expect(document.components[kind], reference).toHaveProperty([name]);
    }
    expect(payload).not.toMatch(/\$defs|"(?:in|out)put:/);
    const incomplete: string[] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties, required } = node as { properties?: object; required?: unknown };
      if (Array.isArray(required))
        for (const name of required) if (!Object.hasOwn(properties ?? {}, name)) incomplete.push(name);
      for (const inner of Object.values(node)) walk(inner);
    };
    walk(document.components.schemas);
    for (const path of Object.values(document.paths)) walk(path);
    expect(incomplete).toEqual([]);
  });

  it('has a server, a license, tags that are explained, and examples that the contract accepts', async () => {
    const document = (await t.app.inject('/openapi.json')).json();
    expect(document.servers).toEqual([{ url: t.deps.config.publicUrl }]);
    expect(document.info.license.identifier).toBe('Apache-2.0');
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(Object.keys(endpointTable));
    const byName = new Map(endpoints);
    for (const [name, { body, answer }] of Object.entries(EXAMPLES)) {
      const endpoint = byName.get(name) as Endpoint;
      if (body) expect(() => endpoint.body?.parse(body), name).not.toThrow();
      if (answer) expect(endpoint.answer?.parse(answer), name).toEqual(answer);
    }
  });

  it('says how a card is written, with an example that the contract accepts', async () => {
    const { schemas } = (await t.app.inject('/openapi.json')).json().components;
    const { card_number, expiry, cvv } = schemas.CardFields.properties;
    for (const [field, good, bad] of [
      [card_number, '4111111111111111', '4111'],
      [expiry, '0928', '1328'],
      [cvv, '900', 'abc'],
    ]) {
      const pattern = new RegExp(field.pattern);
      expect([field.type, pattern.test(good), pattern.test(bad)]).toEqual(['string', true, false]);
      expect(field.examples.every((example: string) => pattern.test(example))).toBe(true);
    }
    const card = { card_number: card_number.examples[0], expiry: expiry.examples[0], cvv: cvv.examples[0] };
    expect(CardFields.parse(card)).toEqual(card);
    // As people write it: the pattern is for those who send digits alone.
    expect(CardFields.parse({ ...card, card_number: '4111 1111 1111 1111', expiry: '09/28' })).toEqual(card);
    const address = schemas.BillingAddressInput ?? schemas.BillingAddress;
    expect(
      Object.values(address.properties).every((field) => (field as { examples?: unknown }).examples),
    ).toBe(true);
  });

  it.each(['/openapi.json', '/docs'])('%s travels compressed, and only when it has changed', async (url) => {
    const plain = await t.app.inject(url);
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await t.app.inject({ url, headers: { 'accept-encoding': encoding } });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
      const headers = { 'if-none-match': String(packed.headers.etag), 'accept-encoding': encoding };
      const again = await t.app.inject({ url, headers });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect(plain.headers['cache-control']).toMatch(/^public, max-age=/);
  });

  it('can be read by people at /docs', async () => {
    const page = await t.app.inject('/docs');
    expect(page.statusCode).toBe(200);
    for (const [, endpoint] of endpoints) expect(page.body).toContain(endpoint.path);
    const guide = page.body.slice(page.body.indexOf('id="guide"'), page.body.indexOf('</section>'));
    // What no schema says: how to get and keep a token, to read a list to its end, to wait, and to send again.
    for (const words of [
      'Bearer',
      'session_ended',
      'metadata',
      'Retry-After',
      'Idempotency-Key',
      'x-request-id',
    ])
      expect(guide).toContain(words);
  });

  it('gives each call to a handler, but for those listed here', async () => {
    const missing: string[] = [];
    for (const [name, endpoint] of endpoints) if (!endpoint.summary) missing.push(name);
    expect(missing.sort()).toEqual(UNFINISHED);
  });

  it.each(endpoints.filter(([, endpoint]) => endpoint.who !== 'open'))(
    '%s wants a token',
    async (_name, endpoint) => {
      for (const portal of endpoint.portals) {
        const url = `${prefixOf(endpoint, portal)}${endpoint.path}`.replace(
          /:(\w+)/g,
          '0197a000-0000-7000-8000-000000000000',
        );
        const answer = await t.app.inject({ method: endpoint.method, url });
        expect(answer.statusCode, url).toBe(401);
        expect(answer.json().code).toBe('not_signed_in');
      }
    },
  );
});

/** Calls of the specification that still answer 501. Empty is the goal. */
const UNFINISHED: string[] = [];
