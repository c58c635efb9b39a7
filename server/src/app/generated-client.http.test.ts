import { pageFolder } from '@vesalius/contract/reader-text';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../features/accounts/passwords.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { buildBook, buildSubscription } from '../testing/factories.ts';

/* Knows the product by its document alone, as a client does that was generated from it. */

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly $ref?: string;
}
interface Operation {
  readonly operationId: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters: readonly Parameter[];
}
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Record<string, unknown>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const PASSWORD = 'Ward-round 7';
const PAID_PAGE = 30;
let t: TestApp;
let document: Document;
let bookId: string;
let email: string;

beforeAll(async () => {
  t = await testApp();
  document = (await t.app.inject('/openapi.json')).json();
  bookId = (await buildBook(t.deps.db, { pages: 40 })).id;
  await t.deps.storage.put(`${pageFolder(bookId, 1, PAID_PAGE)}/1x.webp`, Buffer.from('the paid page'));
  const reader = await t.person();
  await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${reader.id}`.execute(
    t.deps.db,
  );
  email = reader.email;
  await buildSubscription(t.deps.db, { userId: reader.id, bookId });
});
afterAll(() => t.close());

/** A token is sent where the operation offers it, and nowhere else. */
function clientOf(token?: string) {
  return async (
    operationId: string,
    values: Record<string, string | number> = {},
    body?: Record<string, unknown>,
  ) => {
    const [path, method, operation] = Object.entries(document.paths)
      .flatMap(([url, methods]) => Object.entries(methods).map(([name, each]) => [url, name, each] as const))
      .find(([, , each]) => each.operationId === operationId)!;
    const security = operation.security ?? document.security;
    const sendsToken = token !== undefined && security.some((scheme) => 'bearer' in scheme);
    let url = path;
    const search = new URLSearchParams();
    for (const { name, in: where, required } of operation.parameters.filter(({ $ref }) => !$ref)) {
      const value = values[name];
      if (value === undefined && required) throw new Error(`${operationId} needs ${name}`);
      if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
      else if (value !== undefined) search.set(name, String(value));
    }
    const address = new URL(`${url}?${search}`, document.servers[0]?.url);
    return t.app.inject({
      method: method.toUpperCase() as 'GET',
      url: address.pathname + address.search,
      headers: sendsToken ? { authorization: `Bearer ${token}` } : {},
      ...(body ? { payload: body } : {}),
    });
  };
}

describe('a client that knows the document alone', () => {
  it('reads a paid book after signing in', async () => {
    const signedIn = await clientOf()('root_signIn', {}, { email, password: PASSWORD });
    const call = clientOf(signedIn.json().auth_token);
    const books = (await call('customer_listBooks', { items: 100 })).json();
    expect(books.data).toContainEqual(expect.objectContaining({ id: bookId, has_access: true }));
    const opened = (await call('customer_getBookPages', { id: bookId })).json();
    expect(opened.access).toMatchObject({ granted: true, last_page: 40 });
    const file = await call('getPageFile', {
      ...{ bookId, revision: opened.revision, page: PAID_PAGE, file: '1x.webp' },
      grant: opened.files.grant,
    });
    expect([file.statusCode, file.body]).toEqual([200, 'the paid page']);
  });

  it('reads the preview and no more without signing in', async () => {
    const call = clientOf();
    const opened = (await call('customer_getBookPages', { id: bookId })).json();
    expect(opened.access).toMatchObject({ granted: false, last_page: 15 });
    const file = await call('getPageFile', {
      ...{ bookId, revision: opened.revision, page: PAID_PAGE, file: '1x.webp' },
      grant: opened.files.grant,
    });
    expect(file.statusCode).toBe(403);
  });

  it('signs in although it still has a token that ended', async () => {
    const answer = await clientOf('vsl_ended')('root_signIn', {}, { email, password: PASSWORD });
    expect(answer.statusCode).toBe(200);
  });
});
