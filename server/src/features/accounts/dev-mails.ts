import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { isUuid } from '../../platform/ids.ts';
import { findKeptMail, type KeptMail, listKeptMails } from '../../platform/mail/mailer.ts';

/** Whether mails are stored for reading instead of being sent. */
export const keepsMails = (config: Deps['config']): boolean =>
  !config.production && !config.SMTP_URL && config.OUTGOING_MAIL !== 'off';

/**
 * `/dev/mails`: the mails of a demo without a mail server, for its operator. They contain links that sign in, so the page does
 * not exist in production, nor where a mail server is configured.
 */
export function registerKeptMails(app: FastifyInstance, deps: Deps): void {
  if (!keepsMails(deps.config)) return;
  app.get<{ Querystring: { to?: string } }>('/dev/mails', async (request, reply) => {
    const mails = await listKeptMails(deps.db, request.query.to);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(listPage(mails));
  });
  app.get<{ Params: { id: string } }>('/dev/mails/:id', async (request, reply) => {
    demand(isUuid(request.params.id), 'not_found');
    const mail = await findKeptMail(deps.db, request.params.id);
    demand(mail, 'not_found');
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(mailPage(mail));
  });
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#191816;background:#fdfcf9}
main{max-width:760px;margin:0 auto;padding:32px 16px}
h1{font:600 28px/1.2 Georgia,serif;margin:0 0 8px}
p{color:#5f5b53;margin:0 0 24px}
ol{list-style:none;margin:0;padding:0;border-top:1px solid #e2ddd3}
li a{display:grid;gap:2px;padding:14px 0;border-bottom:1px solid #e2ddd3;color:inherit;text-decoration:none}
li a:hover strong,li a:focus-visible strong{text-decoration:underline}
small{color:#5f5b53}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:16px 0 24px}
dt{color:#5f5b53}dd{margin:0}
iframe{width:100%;height:640px;border:1px solid #e2ddd3;border-radius:6px;background:#f6f3ec}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;border:1px solid #e2ddd3;border-radius:6px}
a{color:#0f4c53}
</style></head><body><main>${body}</main></body></html>`;

function listPage(mails: readonly KeptMail[]): string {
  const items = mails.map(
    ({ id, to, subject, createdAt }) =>
      `<li><a href="/dev/mails/${id}"><strong>${escapeHtml(subject)}</strong><small>${escapeHtml(to)} · ${createdAt.toISOString().replace('T', ' ').slice(0, 16)} UTC</small></a></li>`,
  );
  return page(
    'Mails of this demo',
    `<h1>Mails of this demo</h1><p>No mail server is configured (SMTP_URL), so that mails are kept here instead of being sent.</p>${
      items.length > 0 ? `<ol>${items.join('')}</ol>` : '<p><strong>No mail yet.</strong></p>'
    }`,
  );
}

function mailPage({ to, subject, createdAt, html, text }: KeptMail): string {
  return page(
    escapeHtml(subject),
    `<p><a href="/dev/mails">All mails</a></p><h1>${escapeHtml(subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(to)}</dd><dt>Time</dt><dd>${createdAt.toISOString()}</dd></dl>
<iframe title="The mail" sandbox="allow-popups allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(html.replace('<head>', '<head><base target="_top">'))}"></iframe>
<h2>As plain text</h2><pre>${escapeHtml(text)}</pre>`,
  );
}
