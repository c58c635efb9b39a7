import type { Language } from '@vesalius/contract/constants';
import { escapeHtml } from '../escape-html.ts';
import { isolateRuns } from './isolate-runs.ts';

/*
 * The layout of every mail of the product: a serif heading, short paragraphs, at most one button, facts in a small table.
 * It uses tables and style attributes, because mail programs support nothing newer. It loads no images or fonts and no
 * third-party URLs, so that a mail does not reveal when it was opened.
 */
export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  /** Shown by mail programs next to the subject; by default the first paragraph. */
  readonly preview?: string;
  readonly heading: string;
  /** Plain text; it is escaped here. */
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Rows of label and value, as in receipts. */
  readonly facts?: readonly (readonly [string, string])[];
  /** Links to several pages, after the button. */
  readonly links?: { readonly title: string; readonly items: readonly MailLink[] };
  /** Smaller text after the button. */
  readonly notes?: readonly string[];
  /** Why the reader gets this mail, if it is not because of an account. */
  readonly footer?: string;
  /** Of a letter that the reader may turn off: the page that does so, also for the buttons of mail programs. */
  readonly unsubscribeUrl?: string;
}
interface MailLink {
  readonly label: string;
  readonly url: string;
  readonly detail: string;
}
/** What the mailer sends. */
export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl?: string | undefined;
}

const WORDS = {
  en: {
    product: 'Vesalius',
    addressBelow: 'If the button does not work, copy this address into your browser:',
    footer: 'You get this mail because of your account at Vesalius.',
    unsubscribe: 'Unsubscribe',
  },
  ar: {
    product: 'فيزاليوس',
    addressBelow: 'إذا لم يعمل الزر فانسخ هذا العنوان إلى متصفحك:',
    footer: 'تصلك هذه الرسالة بسبب حسابك في فيزاليوس.',
    unsubscribe: 'إلغاء الاشتراك',
  },
} as const;

const INK = '#191816';
const DIMMED = '#5f5b53';
const RULE = '#e2ddd3';
const PETROL = '#0f4c53';

/** The subject and both bodies of a mail. */
export function composeMail(letter: MailContent): ComposedMail {
  const content = isolated(letter);
  // A line break in a header would begin a new header.
  const subject = content.subject.replace(/\s+/g, ' ').trim();
  const { unsubscribeUrl } = letter;
  return { subject, text: asText(content), html: asHtml({ ...content, subject }), unsubscribeUrl };
}

/** Every text of a letter; addresses stay as they are. */
function isolated(letter: MailContent): MailContent {
  const { subject, preview, heading, paragraphs, action, facts, links, notes, footer, language } = letter;
  const of = (text: string) => isolateRuns(text, language);
  return {
    language,
    subject: of(subject),
    heading: of(heading),
    paragraphs: paragraphs.map(of),
    ...(preview === undefined ? {} : { preview: of(preview) }),
    ...(action && { action: { label: of(action.label), url: action.url } }),
    ...(facts && { facts: facts.map(([label, value]) => [of(label), of(value)] as const) }),
    ...(links && {
      links: {
        title: of(links.title),
        items: links.items.map(({ label, url, detail }) => ({ label: of(label), url, detail: of(detail) })),
      },
    }),
    ...(notes && { notes: notes.map(of) }),
    ...(footer === undefined ? {} : { footer: of(footer) }),
    ...(letter.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: letter.unsubscribeUrl }),
  };
}

function asText(content: MailContent): string {
  const { language, heading, paragraphs, action, facts = [], links, notes = [], unsubscribeUrl } = content;
  const words = WORDS[language];
  const parts = [heading, ...paragraphs];
  if (facts.length > 0) parts.push(facts.map(([label, value]) => `${label}: ${value}`).join('\n'));
  if (action) parts.push(`${action.label}:\n${action.url}`);
  if (links) parts.push(links.title);
  for (const { label, url, detail } of links?.items ?? []) parts.push(`${label}\n${detail}\n${url}`);
  parts.push(...notes, `-- \n${words.product}\n${content.footer ?? words.footer}`);
  if (unsubscribeUrl) parts.push(`${words.unsubscribe}:\n${unsubscribeUrl}`);
  return `${parts.join('\n\n')}\n`;
}

function asHtml(content: MailContent): string {
  const { language, subject, heading, paragraphs, action, facts = [], links, notes = [] } = content;
  const words = WORDS[language];
  const start = language === 'ar' ? 'right' : 'left';
  const serif = language === 'ar' ? "'Noto Naskh Arabic', 'Traditional Arabic', serif" : 'Georgia, serif';
  const sans =
    language === 'ar' ? "Tahoma, 'Segoe UI', sans-serif" : "'Segoe UI', Helvetica, Arial, sans-serif";
  const paragraph = (text: string, size = 16, color = INK) =>
    `<p style="margin:0 0 16px;font:${size}px/1.6 ${sans};color:${color};text-align:${start}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td dir="auto" style="padding:8px 0;border-bottom:1px solid ${RULE};font:14px/1.5 ${sans};color:${DIMMED};text-align:${start}">${escapeHtml(label)}</td>` +
      `<td dir="auto" style="padding:8px 0;border-bottom:1px solid ${RULE};font:14px/1.5 ${sans};color:${INK};text-align:${start === 'left' ? 'right' : 'left'}">${escapeHtml(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f3ec">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview ?? paragraphs[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f3ec"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px;font:600 18px/1 ${serif};color:${PETROL};text-align:${start}">${words.product}</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid ${RULE};border-radius:6px">
<h1 style="margin:0 0 20px;font:600 26px/1.25 ${serif};color:${INK};text-align:${start}">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => paragraph(text)).join('\n')}
${rows.length > 0 ? `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-top:1px solid ${RULE}">${rows.join('')}</table>` : ''}
${action ? buttonOf(action, sans, start) : ''}
${links ? linksOf(links, { sans, serif, start }) : ''}
${notes.map((text) => paragraph(text, 14, DIMMED)).join('\n')}
${action ? `${paragraph(words.addressBelow, 13, DIMMED)}<p dir="ltr" style="margin:0;font:13px/1.5 ${sans};word-break:break-all;text-align:${start}"><a href="${escapeHtml(action.url)}" style="color:${PETROL}">${escapeHtml(action.url)}</a></p>` : ''}
</td></tr>
<tr><td style="padding:16px 0 0">${paragraph(content.footer ?? words.footer, 12, DIMMED)}${content.unsubscribeUrl ? `<p style="margin:0;font:12px/1.6 ${sans};text-align:${start}"><a href="${escapeHtml(content.unsubscribeUrl)}" style="color:${DIMMED}">${words.unsubscribe}</a></p>` : ''}</td></tr>
</table></td></tr></table>
</body></html>
`;
}

function buttonOf(action: { label: string; url: string }, sans: string, start: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" align="${start}" style="margin:8px 0 24px"><tr><td style="background:${PETROL};border-radius:4px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;font:600 16px/1.25 ${sans};color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table><div style="clear:both"></div>`;
}

function linksOf(
  { title, items }: NonNullable<MailContent['links']>,
  { sans, serif, start }: { sans: string; serif: string; start: string },
): string {
  const rows = items.map(
    ({ label, url, detail }) =>
      `<tr><td dir="auto" style="padding:10px 0;border-bottom:1px solid ${RULE};font:14px/1.5 ${sans};color:${DIMMED};text-align:${start}"><a href="${escapeHtml(url)}" style="font:600 16px/1.4 ${sans};color:${PETROL}">${escapeHtml(label)}</a><br>${escapeHtml(detail)}</td></tr>`,
  );
  return `<h2 style="margin:8px 0;font:600 18px/1.3 ${serif};color:${INK};text-align:${start}">${escapeHtml(title)}</h2><table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-top:1px solid ${RULE}">${rows.join('')}</table>`;
}
