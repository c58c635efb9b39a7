import { withoutOverrides } from '@vesalius/contract/visible-text';
import sanitizeHtml from 'sanitize-html';

/** Only images that were uploaded for a topic: another host could track readers, and change an image later. */
const OWN_IMAGE = /^\/files\/public\/topics\/\d+-[0-9a-f]+\.webp$/;
/** A page of a book, or another topic. */
const OWN_PAGE = /^\/(?!\/)[\w\-./?=&#%]*$/;
const PREVIEW_CHARACTERS = 400;
/** The length of cleaned HTML that a preview is made from. */
const PREVIEW_SOURCE = 20_000;
/** More tags than any text has; tens of thousands of nested tags would block the process for seconds. */
const MAX_TAGS = 6000;

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'strong',
    'em',
    'b',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'mark',
    'ul',
    'ol',
    'li',
    'blockquote',
    'code',
    'pre',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 30,
  enforceHtmlBoundary: true,
  transformTags: {
    // An image without alternative text gets an empty one, so that screen readers do not read its file name.
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { src, alt } }),
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: {
        ...(OWN_PAGE.test(href) || /^(https?:|mailto:)/i.test(href) ? { href } : {}),
        rel: 'noopener noreferrer nofollow',
        target: '_blank',
      },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_IMAGE.test(attribs.src ?? ''),
};

/** The part of a user's HTML that may be stored and shown: structure, links and own images, no scripts or styles. */
export const cleanHtml = (html: string): string => withoutOverrides(sanitizeHtml(html, RULES)).trim();

/** Whether it can be cleaned quickly. */
export const isReasonable = (html: string): boolean => (html.match(/</g)?.length ?? 0) <= MAX_TAGS;

/** Whether it contains text or an image. */
export const hasContent = (cleaned: string): boolean =>
  cleaned.includes('<img ') || plainText(cleaned).length > 0;

const plainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&nbsp;|\u00a0/g, ' ')
    .trim();

/** The beginning of a content for a list that shows three lines: cut between words, still valid HTML. */
export function previewOf(cleaned: string): string {
  let left = PREVIEW_CHARACTERS;
  return sanitizeHtml(cleaned.slice(0, PREVIEW_SOURCE), {
    ...RULES,
    allowedTags: [
      'p',
      'br',
      'strong',
      'em',
      'b',
      'i',
      'u',
      's',
      'sub',
      'sup',
      'code',
      'ul',
      'ol',
      'li',
      'img',
    ],
    transformTags: {},
    textFilter: (text) => {
      if (left <= 0) return '';
      left -= text.length;
      // The text is already escaped, and a cut at a space cannot split an entity.
      return left >= 0 ? text : `${text.slice(0, text.length + left).replace(/\s+\S*$/, '')} …`;
    },
    exclusiveFilter: (frame) =>
      frame.tag === 'img'
        ? !OWN_IMAGE.test(frame.attribs.src ?? '')
        : frame.tag !== 'br' && frame.text.trim() === '' && frame.mediaChildren.length === 0,
  }).trim();
}
