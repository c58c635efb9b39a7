import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { KeptMailsTable } from '../../schema/tables.ts';
import type { Db } from '../database/database.ts';
import { many, maybeOne } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import { redactAddresses } from '../redact.ts';
import type { ComposedMail } from './layout.ts';

interface Mail extends ComposedMail {
  readonly to: string;
  readonly replyTo?: string | undefined;
  /** The same for each attempt to send a mail, so that a mail server can recognize duplicates. */
  readonly id?: string | undefined;
}
export interface Mailer {
  /** Rejects with a MailError if the mail server does not accept the mail. */
  send(mail: Mail): Promise<void>;
  /** Closes the connections; mails that are being sent may finish within a grace period. */
  close(): void;
}

/** Why a mail was not sent: the server's reply and codes, without mail addresses. */
class MailError extends Error {
  override readonly name = 'MailError';
  /** Nodemailer's code, as in `EENVELOPE` (refused) or `ETIMEDOUT`. */
  readonly code: string | undefined;

  constructor(error: unknown, addresses: readonly string[]) {
    super(redactAddresses(error instanceof Error ? error.message : String(error), addresses));
    const { code } = error as { code?: unknown };
    this.code = typeof code === 'string' ? code : undefined;
  }
}

/** Per process. Mail providers allow few connections, and mails are not urgent enough to need more. */
const MAX_SMTP_CONNECTIONS = 2;
const SMTP_CONNECTION_TIMEOUT_MS = 10_000;
const SMTP_GREETING_TIMEOUT_MS = 20_000;
/** Silence within a session: a server that scans for spam answers late, and giving up would send the mail twice. */
const SMTP_SOCKET_TIMEOUT_MS = 60_000;
const SMTP_IDLE_TIMEOUT_MS = 20_000;
/** At shutdown. A mail that is cut off is sent again with the same message id. */
const CLOSE_GRACE_MS = 5_000;
/** How many mails the demo keeps instead of sending them. */
const KEPT_MAILS = 200;

/** Sends by SMTP if a server is configured; otherwise keeps mails in the database for the operator of the demo. */
export function openMailer(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Mailer {
  const { SMTP_URL, OUTGOING_MAIL, MAIL_FROM, publicUrl } = deps.config;
  // Mails contain valid links: in production without mail they are not kept either.
  if (OUTGOING_MAIL === 'off') return { send: async () => {}, close() {} };
  return SMTP_URL ? smtpMailer({ url: SMTP_URL.reveal(), from: MAIL_FROM, publicUrl }) : keepingMailer(deps);
}

export function smtpMailer({
  url,
  from,
  publicUrl,
}: {
  url: string;
  from: string;
  publicUrl: string;
}): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_SMTP_CONNECTIONS,
    connectionTimeout: SMTP_CONNECTION_TIMEOUT_MS,
    greetingTimeout: SMTP_GREETING_TIMEOUT_MS,
    socketTimeout: SMTP_SOCKET_TIMEOUT_MS,
    idleTimeout: SMTP_IDLE_TIMEOUT_MS,
  });
  const host = new URL(publicUrl).hostname;
  return {
    async send({ to, subject, text, html, replyTo, id, unsubscribeUrl }) {
      const mail = {
        from,
        // An object and not text, so that an address cannot add a second recipient.
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(id ? { messageId: `<${id}@${host}>` } : {}),
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      try {
        await transport.sendMail(mail);
      } catch (error) {
        // Without the cause: its properties contain the envelope and the server's reply about it.
        throw new MailError(error, replyTo ? [to, replyTo] : [to]);
      }
    },
    close() {
      transport.close();
      setTimeout(() => transport.close({ force: true }), CLOSE_GRACE_MS).unref();
    },
  };
}

/** The button of mail programs: the link (RFC 2369), to which they post when it is pressed (RFC 8058). */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

function keepingMailer({ db, clock }: Pick<Deps, 'db' | 'clock'>): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await sql`insert into kept_mails (id, to_address, subject, text_body, html_body, created_at)
        values (${newId()}, ${to}, ${subject}, ${text}, ${html}, ${clock.now()})`.execute(db);
      await sql`delete from kept_mails where id in (select id from kept_mails order by id desc offset ${KEPT_MAILS})`.execute(
        db,
      );
    },
    close() {},
  };
}

export interface KeptMail extends Pick<KeptMailsTable, 'id' | 'subject' | 'createdAt'> {
  to: KeptMailsTable['toAddress'];
  text: KeptMailsTable['textBody'];
  html: KeptMailsTable['htmlBody'];
}
const COLUMNS = sql`id, to_address as "to", subject, text_body as text, html_body as html, created_at as "createdAt"`;

/** Newest first; of one address or of all. */
export const listKeptMails = (db: Db, to?: string): Promise<KeptMail[]> =>
  many(
    db,
    sql<KeptMail>`select ${COLUMNS} from kept_mails
      where ${to ?? null}::text is null or to_address = ${to ?? null} order by id desc limit ${KEPT_MAILS}`,
  );
export const findKeptMail = (db: Db, id: string): Promise<KeptMail | null> =>
  maybeOne(db, sql<KeptMail>`select ${COLUMNS} from kept_mails where id = ${id}`);
