import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://books.example.org' };
const serving = {
  ...production,
  SMTP_URL: 'smtps://me:word@mail.example.org',
  MAIL_FROM: 'Books <no-reply@books.example.org>',
  SUPPORT_ADDRESS: 'help@books.example.org',
};
const MODEL = {
  ANSWER_MODEL_URL: 'https://m.example/v1',
  ANSWER_MODEL_KEY: 'k-1',
  ANSWER_MODEL_NAME: 'm',
};
const SECRET = 'xxxx-0123456789-abcdefghijklmnop-QRST';
const problemsOf = (environment: Record<string, string>, serves = false): string[] => {
  try {
    readConfig(environment, { serves });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.message.split('\n').slice(1);
  }
};
const folder = mkdtempSync(join(tmpdir(), 'vesalius-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileWith = (text: string) => {
  const path = join(folder, `${text.length}`);
  writeFileSync(path, text);
  return path;
};

test.each<[string, Record<string, string>, RegExp]>([
  ...['true', '1', 'on', 'yes', 'True', 'TRUE', 'On', 'YES', ' yes '].map(
    (DEMO): [string, Record<string, string>, RegExp] => [
      `the demo, whose passwords are known, written as "${DEMO}"`,
      { ...production, DEMO },
      /^ {2}- DEMO: /,
    ],
  ),
  ['no address of its own', { NODE_ENV: 'production' }, /PUBLIC_URL/],
])('production does not take %s', (_what, environment, words) => {
  expect(problemsOf(environment)).toEqual([expect.stringMatching(words)]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a link of the footer without https', { SOCIAL_LINKS: 'X=http://x.example' }, /SOCIAL_LINKS: .*LinkedIn=/],
  ['a short secret', { SECRET_KEY: 'short' }, /SECRET_KEY: .*32/],
  ['an empty secret', { SECRET_KEY: ' ' }, /SECRET_KEY: it is empty/],
  ['a short secret in a file', { SECRET_KEY_FILE: fileWith('short\n') }, /SECRET_KEY: .*32/],
  ['an empty file of a secret', { SECRET_KEY_FILE: fileWith('\n') }, /SECRET_KEY_FILE: .* is empty/],
  ['an empty file of an address', { DATABASE_URL_FILE: fileWith('') }, /DATABASE_URL_FILE: .* is empty/],
  ['words instead of a database', { DATABASE_URL: 'nonsense' }, /DATABASE_URL: write it as postgres/],
  ['a database of another kind', { DATABASE_URL: 'mysql://a@b/c' }, /DATABASE_URL/],
  [
    'a standby without a database',
    { STANDBY_DATABASE_URL: 'postgres://a@b/c' },
    /STANDBY_DATABASE_URL: the embedded/,
  ],
  [
    'words instead of a standby',
    { DATABASE_URL: 'postgres://a@b/c', STANDBY_DATABASE_URL: 'nonsense' },
    /STANDBY_DATABASE_URL: write it as/,
  ],
  ['a password that breaks the address', { DATABASE_URL: 'postgres://a:b#c@host/d' }, /DATABASE_URL/],
  ['words instead of a mail server', { SMTP_URL: 'garbage' }, /SMTP_URL: write it as smtp/],
  ['a mail server that is a page', { SMTP_URL: 'https://mail.example.org' }, /SMTP_URL/],
  ['a mail server without a host', { SMTP_URL: 'smtp:///' }, /SMTP_URL/],
  [
    'mail that is off and has a server',
    { SMTP_URL: 'smtp://mail.example', OUTGOING_MAIL: 'off' },
    /OUTGOING_MAIL: /,
  ],
  [
    'an address that no browser opens',
    { PUBLIC_URL: 'ftp://books.example.org' },
    /PUBLIC_URL: write .*https/,
  ],
  ['a host without a scheme', { PUBLIC_URL: 'books.example.org:443' }, /PUBLIC_URL: write .*https/],
  ['pages below a path', { PUBLIC_URL: 'https://books.example.org/shop' }, /PUBLIC_URL: .*without a path/],
  [
    'an address with a password in it',
    { PUBLIC_URL: 'https://me:word@books.example.org' },
    /PUBLIC_URL: .*without a user and password/,
  ],
  [
    'a provider with a user in its address',
    { GOOGLE_CLIENT_ID: 'a', GOOGLE_ISSUER: 'https://me@id.example', GOOGLE_JWKS_URL: 'https://id.example' },
    /GOOGLE_ISSUER: .*without a user and password/,
  ],
  ['two rates of one country', { TAX_RATES: 'BE=21,FR=5.5,BE=6' }, /TAX_RATES: name each country once/],
  ['a flag that is none', { STAFF_SECOND_FACTOR: 'maybe' }, /STAFF_SECOND_FACTOR: write true or false/],
  ['the metrics at the port of the pages', { PORT: '4000', METRICS_PORT: '4000' }, /METRICS_PORT: .*PORT/],
  ['the metrics at the usual port', { METRICS_PORT: '3000' }, /METRICS_PORT: .*PORT/],
  ['a port in words', { PORT: 'http' }, /PORT: write a whole number from 0 to 65535/],
  ['a port that does not exist', { PORT: '70000' }, /PORT: write a whole number from 0 to 65535/],
  ['an unknown level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL: write one of fatal, error/],
  [
    'a value and a file',
    { MAIL_FROM: 'a@b.example', MAIL_FROM_FILE: '/x' },
    /MAIL_FROM, MAIL_FROM_FILE: set one/,
  ],
  [
    'support at two addresses',
    { SUPPORT_ADDRESS: 'a@b.example, c@d.example' },
    /SUPPORT_ADDRESS: write one email/,
  ],
  ['a sender that is no address', { MAIL_FROM: 'Vesalius' }, /MAIL_FROM/],
  ['half of PayPal', { PAYPAL_CLIENT_ID: 'a' }, /PAYPAL_\*: .*PAYPAL_BASE_URL.* missing/],
  [
    'half of Authorize.Net',
    { AUTHORIZENET_LOGIN_ID: 'a' },
    /AUTHORIZENET_\*: .*\(AUTHORIZENET_URL, AUTHORIZENET_TRANSACTION_KEY missing\)/,
  ],
  [
    'an empty client id beside a secret',
    { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: 'a' },
    /GOOGLE_CLIENT_ID: it is missing although GOOGLE_CLIENT_SECRET is set/,
  ],
  [
    'half of another provider',
    { GOOGLE_ISSUER: 'https://id.example' },
    /GOOGLE_\*: .*\(GOOGLE_CLIENT_ID, GOOGLE_JWKS_URL missing\)/,
  ],
  [
    'a key of a bucket without its secret',
    { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'a' },
    /S3_\*: .*together, or neither/,
  ],
  ['half of a bucket', { S3_BUCKET: 'a' }, /S3_\*: .*S3_ENDPOINT.* missing/],
  [
    'half of a model',
    { ANSWER_MODEL_URL: 'https://m.example/v1' },
    /ANSWER_MODEL_\*: .*_KEY, .*_NAME missing/,
  ],
  ['limits of no model', { ANSWER_MODEL_READER_DAY: '5' }, /ANSWER_MODEL_\*: .* or none$/],
  [
    'a key that is no header',
    { ...MODEL, ANSWER_MODEL_KEY: 'me word' },
    /ANSWER_MODEL_KEY: .*without spaces/,
  ],
  [
    'a model behind a query',
    { ...MODEL, ANSWER_MODEL_URL: 'https://m.example/?k=v' },
    /_URL: .*without a query/,
  ],
  ['an issuer without a client', { GOOGLE_ISSUER: 'https://id.example' }, /GOOGLE_\*/],
])('refuses %s, with one sentence', (_what, environment, words) => {
  expect(problemsOf(environment)).toEqual([expect.stringMatching(words)]);
  expect(problemsOf({ ...serving, ...environment }, true)).toEqual([expect.stringMatching(words)]);
});

test('the mailbox that Unix names in MAIL is no setting of ours', () => {
  expect(problemsOf({ MAIL: '/var/mail/ada' })).toEqual([]);
});

test.each<[string, string]>([
  ['a socket in a parameter', 'postgres://vesalius@/vesalius?host=/run/postgresql'],
  ['a socket of its own', '/run/postgresql vesalius'],
  ['a usual address', 'postgresql://a:b%23c@db.example:5433/d?sslmode=require'],
])('takes a database by %s', (_what, DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).DATABASE_URL?.reveal()).toBe(DATABASE_URL);
});

test('all problems are told in one round, also beside a value that cannot be read', () => {
  const problems = problemsOf(
    { NODE_ENV: 'production', PORT: 'many', SECRET_KEY: 'short', S3_BUCKET: 'a', TRUST_PROXY: 'x' },
    true,
  ).join('\n');
  for (const name of [
    'PORT',
    'SECRET_KEY',
    'S3_\\*',
    'TRUST_PROXY',
    'PUBLIC_URL',
    'SMTP_URL',
    'SUPPORT_ADDRESS',
  ])
    expect(problems).toMatch(new RegExp(`- ${name}: `));
});

test('production serves nobody without mail, unless it is told to, nor with the examples of a desk', () => {
  expect(problemsOf(serving, true)).toEqual([]);
  const { SMTP_URL, MAIL_FROM, SUPPORT_ADDRESS, ...rest } = serving;
  expect(problemsOf(rest, true)).toEqual([
    expect.stringContaining('SMTP_URL: without a mail server'),
    expect.stringContaining('MAIL_FROM'),
    expect.stringContaining('SUPPORT_ADDRESS'),
  ]);
  expect(problemsOf({ ...rest, SUPPORT_ADDRESS, OUTGOING_MAIL: 'off' }, true)).toEqual([]);
  expect(problemsOf({ ...rest, SUPPORT_ADDRESS, SMTP_URL }, true)).toEqual([
    expect.stringContaining('MAIL_FROM'),
  ]);
  // A backup needs no mail server.
  expect(readConfig(rest)).toMatchObject({ production: true, demo: false });
  expect(MAIL_FROM).toContain('books.example.org');
});

test('the demo is refused beside a variable that cannot be read as well', () => {
  expect(problemsOf({ ...serving, DEMO: 'On', PORT: 'many' }, true)).toEqual([
    expect.stringMatching(/PORT/),
    expect.stringMatching(/DEMO/),
  ]);
  expect(readConfig({ ...serving, DEMO: 'No' }, { serves: true }).demo).toBe(false);
});

test('a secret is not printed, and a refusal does not repeat a value', () => {
  const config = readConfig({ ...serving, SECRET_KEY: SECRET });
  expect(JSON.stringify(config)).not.toMatch(/xxxx|me:word/);
  expect(`${config.SECRET_KEY} ${config.SMTP_URL}`).toBe('[redacted] [redacted]');
  for (const name of ['PORT', 'SMTP_URL', 'DATABASE_URL', 'SECRET_KEY'])
    expect(problemsOf({ ...production, [name]: 'me:word' }).join()).not.toMatch(/me:word/);
});

test.each([
  ['true', 1],
  ['false', 0],
  ['2', 2],
])('TRUST_PROXY=%s counts %i proxies', (value, count) => {
  expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(count);
});
