import { expect, test } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://books.example.org' };

test('production takes neither the demo, whose passwords are known, nor a missing address, nor a short secret', () => {
  const refusals = [
    [{ ...production, DEMO: 'true' }, /DEMO/],
    [{ NODE_ENV: 'production' }, /PUBLIC_URL/],
    [{ ...production, SECRET_KEY: 'short' }, /SECRET_KEY/],
  ] as const;
  for (const [environment, words] of refusals) {
    expect(() => readConfig(environment)).toThrow(ConfigurationError);
    expect(() => readConfig(environment)).toThrow(words);
  }
  expect(readConfig(production)).toMatchObject({ production: true, demo: false });
});

test('a secret is not printed, and a refusal does not repeat a value', () => {
  const config = readConfig({
    ...production,
    SECRET_KEY: 'x'.repeat(40),
    SMTP_URL: 'smtp://me:word@mail.example',
  });
  expect(JSON.stringify(config)).not.toMatch(/xxxx|me:word/);
  expect(`${config.SECRET_KEY} ${config.SMTP_URL}`).toBe('[redacted] [redacted]');
  const told = () => readConfig({ ...production, PORT: 'me:word' });
  expect(told).toThrow(/PORT/);
  expect(told).not.toThrow(/me:word/);
});

test.each([
  ['true', 1],
  ['false', 0],
  ['2', 2],
])('TRUST_PROXY=%s counts %i proxies', (value, count) => {
  expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(count);
});
