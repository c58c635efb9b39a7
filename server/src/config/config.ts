import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SocialLink } from '@vesalius/contract/web-pages';
import { z } from 'zod';
import { StartError } from '../platform/start-error.ts';
import { configurationProblems, DEFAULT_PORT } from './config-checks.ts';

/** A secret prints as `[redacted]` wherever it is logged or serialized; only `.reveal()` returns the value. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return '[redacted]';
  }
  toJSON(): string {
    return '[redacted]';
  }
}
const secret = z
  .string()
  .min(1)
  .transform((value) => new Secret(value));
/** Sent in an HTTP header. */
const headerSecret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'write it without spaces and line breaks')
  .transform((value) => new Secret(value));
const ON = ['true', '1', 'on', 'yes'];
const OFF = ['false', '0', 'off', 'no'];
const flag = z
  .string()
  .toLowerCase()
  .refine((value) => [...ON, ...OFF].includes(value), 'write true or false')
  .transform((value) => ON.includes(value));

/** The number of proxies in front; `true` is one. */
const hops = z
  .string()
  .regex(/^(true|false|\d)$/, 'write true, false, or the number of proxies')
  .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value)));

/** Country=percent; the value is in basis points. */
const taxRates = z
  .string()
  .regex(/^\s*([A-Z]{2}=\d{1,2}(\.\d{1,2})?\s*(,\s*|$))*$/, 'write it as BE=21,FR=5.5')
  .transform((text) =>
    text.split(',').flatMap((each) => {
      const [country, percent] = each.trim().split('=');
      return country && percent ? [[country, Math.round(Number(percent) * 100)] as const] : [];
    }),
  )
  .refine(
    (rates) => new Set(rates.map(([country]) => country)).size === rates.length,
    'name each country once',
  )
  .transform((rates): ReadonlyMap<string, number> => new Map(rates));

const MAX_ADDRESS_LINES = 4;
const addressLines = z
  .string()
  .transform((text): readonly string[] =>
    text
      .split(';')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
  .refine(
    (lines) => lines.length <= MAX_ADDRESS_LINES,
    `write at most ${MAX_ADDRESS_LINES} lines, with ; between them`,
  );

/** Name=address, for the footer of every page. */
const socialLinks = z
  .string()
  .regex(
    /^\s*([^=;]+=\s*https:\/\/[^\s;]+\s*(;\s*|$))*$/,
    'write it as LinkedIn=https://www.linkedin.com/company/x;YouTube=https://www.youtube.com/@x',
  )
  .transform((text): readonly SocialLink[] =>
    text
      .split(';')
      .filter((each) => each.trim() !== '')
      .map((each) => {
        const middle = each.indexOf('=');
        return { name: each.slice(0, middle).trim(), url: each.slice(middle + 1).trim() };
      }),
  );

/** Addresses appear in mails, headers and logs, so they must not contain a password. */
const webAddress = z
  .url({
    protocol: /^https?$/,
    error: 'write an address that begins with https:// or http://',
    abort: true,
  })
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'write it without a user and password');
const publicAddress = webAddress.refine(
  (text) => new URL(text).pathname === '/' && !/[?#]/.test(text),
  'write it without a path: pages stand at the root of their host',
);

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `write a whole number from ${min} to ${max}` })
    .int()
    .min(min)
    .max(max);

const gigabytes = z.coerce.number({ error: 'write a number from 0.001 to 100000' }).min(0.001).max(100_000);

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, {
    error: words.length > 1 ? `write one of ${words.join(', ')}` : `write ${words[0]}, or nothing`,
  });

const Environment = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber(0, 65535).default(DEFAULT_PORT),
  HOST: z.string().default('127.0.0.1'),
  /** The number of processes that share the port; 1 = this one only. */
  WORKERS: wholeNumber(1, 64).default(1),
  /** The address that users see; links in mails and certificates begin with it. */
  PUBLIC_URL: publicAddress.optional(),
  /** All data (embedded database, files, kept mails) are below this folder. */
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: secret.optional(),
  /** A standby of that database, for reads that may be some seconds old. */
  STANDBY_DATABASE_URL: secret.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).default(16),
  DATABASE_NAMED_STATEMENTS: flag.default(true),
  /** How long a start waits for a database that does not answer. */
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3600).default(60),
  /** Signs file links; if absent, it is created at the first start and stored in DATA_DIR. */
  SECRET_KEY: secret.optional(),
  /** How long the public part of the catalogue is cached in memory; 0 = not at all. Access is never cached. */
  CATALOGUE_CACHE_SECONDS: wholeNumber(0, 3600).default(5),
  /** If absent: `info` in production (one line per request), otherwise `warn`. */
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  /** Refuse new requests when the event loop lags by more than this (mean over 2 s); 0 = never. */
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000).default(1_000),
  /** The program that converts videos; if absent, the one on the PATH, if any; `off` = none. */
  FFMPEG_PATH: z.string().optional(),
  METRICS_PORT: wholeNumber(0, 65535).optional(),
  /** How many addresses at the end of X-Forwarded-For are trusted; a caller may write anything before them. */
  TRUST_PROXY: hops.default(0),
  /** The demo library and its accounts; never in production. */
  DEMO: flag.optional(),
  /** Whether staff need a second factor to sign in; if absent, only in production. */
  STAFF_SECOND_FACTOR: flag.optional(),
  SMTP_URL: secret.optional(),
  /** `off`: no mail is sent, and what needs mail is refused. Without it and SMTP_URL, mails are kept (not in production). */
  OUTGOING_MAIL: oneOf(['off']).optional(),
  MAIL_FROM: z.string().default('Vesalius <no-reply@vesalius.example>'),
  SUPPORT_ADDRESS: z.email({ error: 'write one email address' }).default('support@vesalius.example'),
  /** The publisher's pages elsewhere; none by default, so that no link leads to an unrelated page. */
  SOCIAL_LINKS: socialLinks.default([]),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_ISSUER: webAddress.default('https://accounts.google.com'),
  GOOGLE_JWKS_URL: webAddress.default('https://www.googleapis.com/oauth2/v3/certs'),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  /** If absent, an emulator inside of this process, marked as test mode. */
  PAYPAL_BASE_URL: webAddress.optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: secret.optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  AUTHORIZENET_URL: webAddress.optional(),
  AUTHORIZENET_LOGIN_ID: z.string().optional(),
  AUTHORIZENET_TRANSACTION_KEY: secret.optional(),
  /** An OpenAI-compatible address, up to `/v1`. Absent: no text is generated, and nothing mentions it. */
  ANSWER_MODEL_URL: webAddress
    .refine((text) => !/[?#]/.test(text), 'write it without a query, as https://models.example.org/v1')
    .optional(),
  ANSWER_MODEL_KEY: headerSecret.optional(),
  ANSWER_MODEL_NAME: z.string().optional(),
  ANSWER_MODEL_TIMEOUT_SECONDS: wholeNumber(1, 120).default(20),
  /** Generated answers per day (UTC): of one reader, and of all. */
  ANSWER_MODEL_READER_DAY: wholeNumber(1, 10_000).default(30),
  ANSWER_MODEL_TOTAL_DAY: wholeNumber(1, 1_000_000).default(1000),
  /** Per file that is uploaded for a book. */
  UPLOAD_MAX_FILE_GB: gigabytes.default(20),
  /** Per account: uploads in progress, their bytes, and the bytes of a day. */
  UPLOAD_MAX_OPEN: wholeNumber(1, 10_000).default(50),
  UPLOAD_MAX_OPEN_GB: gigabytes.default(100),
  UPLOAD_MAX_DAY_GB: gigabytes.default(200),
  /** Tax included in the prices, by the buyer's country: `BE=21,FR=5.5`. None for other countries. */
  TAX_RATES: taxRates.default(new Map()),
  /** Printed on receipts: who sells, the lines of the address, and the tax number. */
  SELLER_NAME: z.string().optional(),
  SELLER_ADDRESS: addressLines.default([]),
  SELLER_TAX_ID: z.string().optional(),
});

type Settings = z.output<typeof Environment>;
export type Config = Settings & {
  dataDir: string;
  demo: boolean;
  production: boolean;
  staffSecondFactor: boolean;
};

/** Only the operator can fix it: one readable line per problem. */
export class ConfigurationError extends StartError {
  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  }
}

/**
 * Reads the environment once. `NAME_FILE` may hold the path of a file with the value (container secrets). `serves`: for a
 * process that serves readers, of which production requires more than of a command.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  { serves = false }: { serves?: boolean } = {},
): Config {
  const { values, problems } = readValues(environment);
  const parsed = Environment.safeParse(values);
  if (!parsed.success)
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`);
  problems.push(...configurationProblems(values, readEach(values), { serves }));
  if (problems.length > 0 || !parsed.success) throw new ConfigurationError(problems);
  const production = parsed.data.NODE_ENV === 'production';
  return {
    ...parsed.data,
    dataDir: resolve(parsed.data.DATA_DIR),
    demo: parsed.data.DEMO ?? !production,
    production,
    staffSecondFactor: parsed.data.STAFF_SECOND_FACTOR ?? production,
  };
}

/** Parses each variable separately and leaves out the wrong ones, so that one problem does not hide others. */
function readEach(values: Readonly<Record<string, string>>): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(Environment.shape).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(values[name]);
      return success ? [[name, data]] : [];
    }),
  );
}

function readValues(environment: Record<string, string | undefined>): {
  values: Record<string, string>;
  problems: string[];
} {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of Object.keys(Environment.shape)) {
    const direct = environment[name]?.trim();
    const file = environment[`${name}_FILE`];
    if (direct && file) problems.push(`${name}, ${name}_FILE: set one of them`);
    // Compose files pass empty values for unset variables: they count as absent.
    if (direct) values[name] = direct;
    else if (file) {
      try {
        const text = readFileSync(file, 'utf8').trim();
        if (text) values[name] = text;
        else problems.push(`${name}_FILE: ${file} is empty`);
      } catch {
        problems.push(`${name}_FILE: cannot read ${file}`);
      }
    }
  }
  // No setting of ours, but whoever sets it means to turn Google on.
  if (environment.GOOGLE_CLIENT_SECRET?.trim() && values.GOOGLE_CLIENT_ID === undefined)
    problems.push(
      'GOOGLE_CLIENT_ID: it is missing although GOOGLE_CLIENT_SECRET is set; set it, or remove both to turn Google off',
    );
  // An empty value was meant to be a secret: a generated one would differ from that of the other processes.
  if (environment.SECRET_KEY?.trim() === '' && !environment.SECRET_KEY_FILE)
    problems.push('SECRET_KEY: it is empty; write one of at least 32 characters, or leave the variable out');
  return { values, problems };
}
