import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { composeMail } from './layout.ts';
import { listKeptMails, type Mailer, smtpMailer } from './mailer.ts';

interface Received {
  readonly from: string;
  readonly to: string[];
  readonly source: string;
}
let received: Received[] = [];
let refuse = false;
let connections = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onConnect: (_session, done) => {
    connections += 1;
    done();
  },
  onMailFrom: (_address, _session, done) => done(refuse ? new Error('try again later') : null),
  onData(stream, session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        source: Buffer.concat(parts).toString(),
      });
      done();
    });
  },
});
let app: TestApp;
let mailer: Mailer;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  app = await testApp();
  const { MAIL_FROM: from, publicUrl } = app.deps.config;
  mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from, publicUrl });
});
afterAll(async () => {
  mailer.close();
  await app.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
beforeEach(() => {
  received = [];
  refuse = false;
});

const letter = composeMail({
  language: 'en',
  subject: 'Your receipt',
  heading: 'Thank you',
  paragraphs: ['<b>Paid</b> & done'],
  facts: [['Amount', '$199']],
  action: { label: 'Open', url: 'https://books.example/?a=1&b="2"' },
});

describe('mail by SMTP', () => {
  it('goes out as text and HTML to one address, with an id that tells a repetition', async () => {
    await mailer.send({ to: 'ada@example.org', ...letter, id: 'job-1', replyTo: 'help@example.org' });
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail).toMatchObject({ from: 'no-reply@vesalius.example', to: ['ada@example.org'] });
    expect(mail?.source).toContain('Message-ID: <job-1@localhost>');
    expect(mail?.source).toContain('Reply-To: help@example.org');
    expect(mail?.source).toContain('Auto-Submitted: auto-generated');
    expect(mail?.source).toContain('text/plain');
    expect(mail?.source).toContain('text/html');
  });

  it('names the page that turns an optional letter off, for the button of mail programs', async () => {
    const unsubscribeUrl = `https://books.example/unsubscribe/${'a1-_'.repeat(16)}`;
    const content = { language: 'en', subject: 'Your week', heading: 'Hello', paragraphs: ['x'] } as const;
    await mailer.send({ to: 'ada@example.org', ...composeMail({ ...content, unsubscribeUrl }) });
    await mailer.send({ to: 'ada@example.org', ...letter });
    const [optional, other] = received.map(({ source }) => source);
    expect(optional?.replace(/\r\n[ \t]+/g, ' ')).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`);
    expect(optional).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(other).not.toContain('List-Unsubscribe');
  });

  it('keeps nothing in the database', async () => {
    await mailer.send({ to: 'ada@example.org', ...letter });
    expect(await listKeptMails(app.deps.db)).toEqual([]);
  });

  it('uses few connections for many letters', async () => {
    const before = connections;
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => mailer.send({ to: `p${index}@example.org`, ...letter })),
    );
    expect(received).toHaveLength(40);
    expect(connections - before).toBeLessThanOrEqual(2);
  });

  it('opens no second recipient and no second header', async () => {
    const sneaky = composeMail({
      language: 'en',
      subject: 'a\r\nBcc: all@example.org',
      heading: 'x',
      paragraphs: [],
    });
    await mailer.send({ to: 'ada@example.org', ...sneaky });
    expect(received[0]?.to).toEqual(['ada@example.org']);
    const [headers] = received[0]?.source.split('\r\n\r\n') ?? [];
    expect(headers).not.toMatch(/^Bcc:/m);
  });

  it('fails loudly when the server refuses, so that the job is tried again', async () => {
    refuse = true;
    await expect(mailer.send({ to: 'ada@example.org', ...letter })).rejects.toThrow('try again later');
  });
});

describe('a letter', () => {
  it('escapes what it is given', () => {
    expect(letter.html).toContain('&#60;b&#62;Paid&#60;/b&#62; &#38; done');
    expect(letter.html).not.toContain('<b>Paid');
    expect(letter.html).toContain('b=&#34;2&#34;');
  });

  it('says the same as text', () => {
    for (const part of [
      'Thank you',
      '<b>Paid</b> & done',
      'Amount: $199',
      'https://books.example/?a=1&b="2"',
    ])
      expect(letter.text).toContain(part);
  });

  it('asks nobody for anything: no picture, no font, no script', () => {
    expect(letter.html).not.toMatch(/<img|<link|<script|@import|url\(/);
  });

  it('is set from right to left in Arabic', () => {
    const { html } = composeMail({ language: 'ar', subject: 'س', heading: 'ع', paragraphs: ['ن'] });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('text-align:right');
  });
});
