import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type { Endpoint } from '@vesalius/contract/endpoints';
import { endpointTable } from '@vesalius/contract/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';

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
        const url = `${PORTAL_PREFIX[portal]}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
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
        const url = `${PORTAL_PREFIX[portal]}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
        const call = paths[url][endpoint.method.toLowerCase()];
        const done = call.responses[endpoint.status ?? (endpoint.answer || endpoint.raw ? 200 : 204)];
        const type = endpoint.raw ?? (endpoint.answer ? 'application/json' : undefined);
        expect(Object.keys(done.content ?? {}), url).toEqual(type ? [type] : []);
        if (type) expect(done.content[type].schema, url).toBeDefined();
      }
  });

  it('can be read by people at /docs', async () => {
    const page = await t.app.inject('/docs');
    expect(page.statusCode).toBe(200);
    for (const [, endpoint] of endpoints) expect(page.body).toContain(endpoint.path);
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
        const url = `${PORTAL_PREFIX[portal]}${endpoint.path}`.replace(
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
