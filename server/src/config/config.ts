import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SocialLink } from '@vesalius/contract/web-pages';
import { z } from 'zod';
import { StartError } from '../platform/start-error.ts';
import { configurationProblems, DEFAULT_PORT } from './config-checks.ts';

/** A secret prints as `[redacted]` wherever it is logged or serialised; `.reveal()` is the one way in. */
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
const ON = ['true', '1', 'on', 'yes'];
const OFF = ['false', '0', 'off', 'no'];
const flag = z
  .string()
  .toLowerCase()
  .refine((value) => [...ON, ...OFF].includes(value), 'write true or false')
  .transform((value) => ON.includes(value));

/** How many proxies stand before us; `true` is one. */
const hops = z
  .string()
  .regex(/^(true|false|\d)$/, 'write true, false, or the number of proxies')
  .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value)));

/** Country=percent, in basis points. */
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

/** Addresses stand in letters, headers and logs, where a password must not. */
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

const wholeNumber = z.coerce.number({ error: 'write a number' });

const gigabytes = z.coerce.number({ error: 'write a number' }).min(0.001).max(100_000);

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber.int().min(0).max(65535).default(DEFAULT_PORT),
  HOST: z.string().default('127.0.0.1'),
  /** Processes that share the port; 1 = this one. */
  WORKERS: wholeNumber.int().min(1).max(64).default(1),
  /** Where people reach us; links in mails and certificates begin with it. */
  PUBLIC_URL: publicAddress.optional(),
  /** Everything we keep (embedded database, files, kept mails) lives below this one folder. */
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: secret.optional(),
  DATABASE_POOL_SIZE: wholeNumber.int().min(2).max(200).default(16),
  DATABASE_NAMED_STATEMENTS: flag.default(true),
  /** How long a start waits for a database that does not answer yet. */
  DATABASE_WAIT_SECONDS: wholeNumber.int().min(0).max(3600).default(60),
  /** Signs file links; made on the first start and kept in DATA_DIR when absent. */
  SECRET_KEY: secret.optional(),
  /** How long the public part of the catalogue is kept in memory; 0 = not at all. Access is never kept. */
  CATALOGUE_CACHE_SECONDS: wholeNumber.int().min(0).max(3600).default(5),
  /** Absent: a line a request in production, only what deserves attention on a desk. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  /** Later than this with everything, on average of two seconds: new requests are refused; 0 = never (milliseconds). */
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber.int().min(0).max(60_000).default(1_000),
  /** The program that converts videos; absent: the one on the PATH, if any; `off`: none. */
  FFMPEG_PATH: z.string().optional(),
  METRICS_PORT: wholeNumber.int().min(0).max(65535).optional(),
  /** So many addresses at the end of X-Forwarded-For are believed; whatever else a caller writes there is not. */
  TRUST_PROXY: hops.default(0),
  /** The demo library and its accounts; never in production. */
  DEMO: flag.optional(),
  /** Staff sign in with two steps or not at all; absent: in production, and not on a desk. */
  STAFF_SECOND_FACTOR: flag.optional(),
  SMTP_URL: secret.optional(),
  /** `off`: no mail leaves, and what needs one is refused. Absent without SMTP_URL: mails are kept, on a desk only. */
  OUTGOING_MAIL: z.enum(['off']).optional(),
  MAIL_FROM: z.string().default('Vesalius <no-reply@vesalius.example>'),
  SUPPORT_ADDRESS: z.email().default('support@vesalius.example'),
  /** The publisher's pages elsewhere; none by default: no link leads to a stranger's page. */
  SOCIAL_LINKS: socialLinks.default([]),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_ISSUER: webAddress.default('https://accounts.google.com'),
  GOOGLE_JWKS_URL: webAddress.default('https://www.googleapis.com/oauth2/v3/certs'),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  /** Absent: the emulator inside this process, marked as test mode. */
  PAYPAL_BASE_URL: webAddress.optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: secret.optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  AUTHORIZENET_URL: webAddress.optional(),
  AUTHORIZENET_LOGIN_ID: z.string().optional(),
  AUTHORIZENET_TRANSACTION_KEY: secret.optional(),
  AUTHORIZENET_SIGNATURE_KEY: secret.optional(),
  /** Of one file that is sent for a book. */
  UPLOAD_MAX_FILE_GB: gigabytes.default(20),
  /** Of one account: uploads that are not finished, their bytes, and the bytes of a day. */
  UPLOAD_MAX_OPEN: wholeNumber.int().min(1).max(10_000).default(50),
  UPLOAD_MAX_OPEN_GB: gigabytes.default(100),
  UPLOAD_MAX_DAY_GB: gigabytes.default(200),
  /** Tax contained in the prices, by the buyer's country: `BE=21,FR=5.5`. Other countries: none. */
  TAX_RATES: taxRates.default(new Map()),
});

type Settings = z.output<typeof Environment>;
export type Config = Settings & {
  dataDir: string;
  demo: boolean;
  production: boolean;
  staffSecondFactor: boolean;
};

/** The operator can mend it, and nothing else will: one readable line for each problem. */
export class ConfigurationError extends StartError {
  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  }
}

/**
 * Reads the environment once. `NAME_FILE` may hold the path of a file with the value (container secrets). `serves`: for
 * a process that answers readers, of which production asks for more than of a command.
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

/** Each variable by itself, without those that cannot be read: one that is wrong hides no problem of the others. */
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
    // Compose files pass on what was left empty: it counts as absent.
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
  // Empty where one was meant: to make one instead would part this process from those that have the right one.
  if (environment.SECRET_KEY?.trim() === '' && !environment.SECRET_KEY_FILE)
    problems.push('SECRET_KEY: it is empty; write one of at least 32 characters, or leave the variable out');
  return { values, problems };
}
