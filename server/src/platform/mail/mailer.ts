import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Db } from '../database/database.ts';
import { many, maybeOne } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string | undefined;
  /** The same for each attempt of the same mail, so that a mail server can tell a repetition. */
  readonly id?: string | undefined;
}
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Seconds of silence after which a mail server counts as away; the job is tried again. */
const SMTP_TIMEOUT_MS = 20_000;
/** In the demo, where mails are kept instead of sent, the newest are enough. */
const KEPT_MAILS = 200;

/** By SMTP where a server is configured; otherwise kept in the database for the person who runs the demo. */
export function mailerOf(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Mailer {
  const { SMTP_URL, MAIL_FROM, publicUrl } = deps.config;
  return SMTP_URL ? smtpMailer(SMTP_URL.reveal(), MAIL_FROM, publicUrl) : keepingMailer(deps);
}

function smtpMailer(url: string, from: string, publicUrl: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    pool: true,
    maxConnections: 2,
  } as never);
  const host = new URL(publicUrl).hostname;
  return {
    async send({ to, subject, text, html, replyTo, id }) {
      await transport.sendMail({
        from,
        // An object, not text: an address never opens a second recipient.
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(id ? { messageId: `<${id}@${host}>` } : {}),
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}

function keepingMailer({ db, clock }: Pick<Deps, 'db' | 'clock'>): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await sql`insert into kept_mails (id, to_address, subject, text_body, html_body, created_at)
        values (${newId()}, ${to}, ${subject}, ${text}, ${html}, ${clock.now()})`.execute(db);
      await sql`delete from kept_mails where id in (select id from kept_mails order by id desc offset ${KEPT_MAILS})`.execute(
        db,
      );
    },
  };
}

export interface KeptMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
}
const COLUMNS = sql`id, to_address as "to", subject, text_body as text, html_body as html, created_at as "createdAt"`;

/** Newest first; of one address, or of all. */
export const listKeptMails = (db: Db, to?: string): Promise<KeptMail[]> =>
  many(
    db,
    sql<KeptMail>`select ${COLUMNS} from kept_mails
      where ${to ?? null}::text is null or to_address = ${to ?? null} order by id desc limit ${KEPT_MAILS}`,
  );
export const findKeptMail = (db: Db, id: string): Promise<KeptMail | null> =>
  maybeOne(db, sql<KeptMail>`select ${COLUMNS} from kept_mails where id = ${id}`);
