import type { Config } from './config.ts';

/*
 * Checks across variables: settings that belong together, and what production requires. They run even if a single variable
 * is wrong, so that the operator sees all problems at once. Whether a variable is set, and the form of an address, come from
 * the raw values; the meaning of a setting comes from its parsed value only, because it can be written in several ways.
 */
export type Written = Readonly<Record<string, string>>;
/** Without those that could not be parsed. */
type Settings = Readonly<Partial<Pick<Config, 'NODE_ENV' | 'DEMO' | 'OUTGOING_MAIL'>>>;

export const DEFAULT_PORT = 3000;
export const MIN_SECRET_LENGTH = 32;
const MIN_DIFFERENT_CHARACTERS = 8;

/** Long enough, printable and not repetitive: a file that a power cut filled with zeros is long as well. */
export const isSecret = (text: string): boolean =>
  text.length >= MIN_SECRET_LENGTH &&
  /^[\x20-\x7e]+$/.test(text) &&
  new Set(text).size >= MIN_DIFFERENT_CHARACTERS;

/** One sentence per problem. `serves`: the process serves readers, so production requires more of it. */
export function configurationProblems(
  values: Written,
  settings: Settings,
  { serves }: { serves: boolean },
): string[] {
  return [
    ...secretProblems(values),
    ...portProblems(values),
    ...databaseProblems(values),
    ...mailProblems(values, settings),
    ...googleProblems(values),
    ...bucketKeyProblems(values),
    ...GROUPS.flatMap((group) => groupProblems(values, group)),
    ...(settings.NODE_ENV === 'production' ? productionProblems(values, settings, serves) : []),
  ];
}

function secretProblems({ SECRET_KEY }: Written): string[] {
  if (SECRET_KEY === undefined || isSecret(SECRET_KEY)) return [];
  return [
    `SECRET_KEY: use at least ${MIN_SECRET_LENGTH} random letters and digits, or leave it unset and one is made and kept in DATA_DIR`,
  ];
}

/** Otherwise the second server to listen would fail, and its message would blame another process. */
function portProblems({ PORT = String(DEFAULT_PORT), METRICS_PORT }: Written): string[] {
  if (METRICS_PORT === undefined || Number(METRICS_PORT) === 0 || Number(METRICS_PORT) !== Number(PORT))
    return [];
  return [
    `METRICS_PORT: ${METRICS_PORT} is the port of the pages (PORT); choose another one for the metrics`,
  ];
}

/** What the driver accepts: a URL, or the path of a socket. */
function isDatabaseAddress(address: string): boolean {
  if (address.startsWith('/')) return true;
  // The driver accepts a URL without host if a parameter names it; the URL standard does not.
  const url = parse(address.replace('@/', '@localhost/'));
  return url !== null && ['postgres:', 'postgresql:', 'socket:'].includes(url.protocol);
}

function databaseProblems(written: Written): string[] {
  const problems = (['DATABASE_URL', 'STANDBY_DATABASE_URL'] as const)
    .filter((name) => !isDatabaseAddress(written[name] ?? '/'))
    .map(
      (name) =>
        `${name}: write it as postgres://user:password@host:5432/database (special characters of the password percent-encoded)`,
    );
  if (written.STANDBY_DATABASE_URL !== undefined && written.DATABASE_URL === undefined)
    problems.push('STANDBY_DATABASE_URL: the embedded database has no standby; set DATABASE_URL, too');
  return problems;
}

function mailProblems({ SMTP_URL, MAIL_FROM }: Written, { OUTGOING_MAIL }: Settings): string[] {
  const problems: string[] = [];
  if (SMTP_URL !== undefined) {
    const url = parse(SMTP_URL);
    if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
      problems.push('SMTP_URL: write it as smtp://user:password@host:587 or smtps://user:password@host:465');
    if (OUTGOING_MAIL === 'off')
      problems.push('OUTGOING_MAIL: it is off although SMTP_URL is set; remove one of them');
  }
  if (
    MAIL_FROM !== undefined &&
    !/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(MAIL_FROM)
  )
    problems.push('MAIL_FROM: write it as no-reply@example.org or Name <no-reply@example.org>');
  return problems;
}

/** The keys must belong to the issuer, and without a client id nobody can sign in. */
function googleProblems(values: Written): string[] {
  if (values.GOOGLE_ISSUER === undefined && values.GOOGLE_JWKS_URL === undefined) return [];
  const needed = ['GOOGLE_CLIENT_ID', 'GOOGLE_ISSUER', 'GOOGLE_JWKS_URL'];
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length === 0) return [];
  return [
    `GOOGLE_*: GOOGLE_CLIENT_ID alone is Google; for another provider set GOOGLE_ISSUER and GOOGLE_JWKS_URL as well (${missing.join(', ')} missing)`,
  ];
}

function bucketKeyProblems({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Written): string[] {
  if ((S3_ACCESS_KEY_ID === undefined) === (S3_SECRET_ACCESS_KEY === undefined)) return [];
  return [
    'S3_*: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY together, or neither to use the role of this machine',
  ];
}

interface Group {
  readonly name: string;
  readonly all: readonly string[];
}
const GROUPS: readonly Group[] = [
  { name: 'S3_*', all: ['S3_ENDPOINT', 'S3_BUCKET'] },
  {
    name: 'PAYPAL_*',
    all: ['PAYPAL_BASE_URL', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  },
  {
    name: 'AUTHORIZENET_*',
    all: ['AUTHORIZENET_URL', 'AUTHORIZENET_LOGIN_ID', 'AUTHORIZENET_TRANSACTION_KEY'],
  },
  { name: 'ANSWER_MODEL_*', all: ['ANSWER_MODEL_URL', 'ANSWER_MODEL_KEY', 'ANSWER_MODEL_NAME'] },
];

function groupProblems(values: Written, { name, all }: Group): string[] {
  const missing = all.filter((each) => values[each] === undefined);
  const isUsed = Object.keys(values).some((each) => each.startsWith(name.slice(0, -1)));
  if (!isUsed || missing.length === 0) return [];
  const rest = missing.length === all.length ? '' : ` (${missing.join(', ')} missing)`;
  return [`${name}: set ${all.slice(0, -1).join(', ')} and ${all.at(-1)} together, or none${rest}`];
}

function productionProblems(values: Written, settings: Settings, serves: boolean): string[] {
  const problems: string[] = [];
  if (settings.DEMO)
    problems.push('DEMO: the demo library has known passwords; it cannot be loaded in production');
  if (!values.PUBLIC_URL)
    problems.push('PUBLIC_URL: say where people reach this server, e.g. https://books.example.org');
  if (!serves) return problems;
  if (!values.SMTP_URL && settings.OUTGOING_MAIL !== 'off')
    problems.push(
      'SMTP_URL: without a mail server nobody can verify an address or set a new password; set it, or OUTGOING_MAIL=off to run without mail',
    );
  if (settings.OUTGOING_MAIL !== 'off' && !values.MAIL_FROM)
    problems.push('MAIL_FROM: set the sender of mails, e.g. Books <no-reply@books.example.org>');
  if (!values.SUPPORT_ADDRESS)
    problems.push("SUPPORT_ADDRESS: set the mail address that readers' questions go to");
  return problems;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
