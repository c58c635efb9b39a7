import { jobHandlers } from '../app/job-handlers.ts';
import { runDueJobs } from '../platform/jobs.ts';
import { type KeptMail, listKeptMails } from '../platform/mail/mailer.ts';
import type { TestApp } from './app.ts';
import { recordingLog } from './recording-log.ts';

/** Runs due jobs, and returns the mails of one address, newest first. */
export async function mailsTo(app: TestApp, address: string): Promise<KeptMail[]> {
  const { deps } = app;
  await runDueJobs({
    db: deps.db,
    clock: deps.clock,
    handlers: jobHandlers(deps),
    log: recordingLog(),
  });
  const mails = await listKeptMails(deps.db, address);
  return mails.map((mail) => ({ ...mail, subject: plain(mail.subject), text: plain(mail.text) }));
}

/** Without the characters that isolate names: `platform/mail/isolate-runs.test.ts` is about them. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');

/** The first link in a mail. */
export function linkIn(mail: KeptMail | undefined): URL {
  const address = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!address) throw new Error('there is no link in the mail');
  return new URL(address);
}
