import sanitizeHtml from 'sanitize-html';

/** Only pictures that were uploaded here for a topic: another host's could watch who reads, and change later. */
const OWN_IMAGE = /^\/files\/public\/topics\/\d+-[0-9a-f]+\.webp$/;
/** A page of a book, another topic. */
const OWN_PAGE = /^\/(?!\/)[\w\-./?=&#%]*$/;
const PREVIEW_CHARACTERS = 400;
/** Of cleaned HTML: what a preview could be cut from. */
const PREVIEW_SOURCE = 20_000;
/** More tags than any text has; tens of thousands within each other would keep the process busy for seconds. */
const MOST_TAGS = 6000;

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
    // Pasted without words: nothing is read aloud instead of the file's name.
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

/** What may be stored and shown of HTML that somebody wrote or pasted: structure, links and own pictures, no behaviour. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, RULES).trim();

/** Whether cleaning it takes a moment and no more. */
export const isReasonable = (html: string): boolean => (html.match(/</g)?.length ?? 0) <= MOST_TAGS;

/** Something to read or to see is in it. */
export const hasContent = (cleaned: string): boolean =>
  cleaned.includes('<img ') || plainText(cleaned).length > 0;

const plainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&nbsp;|\u00a0/g, ' ')
    .trim();

/** The beginning of a content, for a list that shows three lines of it: cut between words, still valid HTML. */
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
      // The text is escaped already: a cut at a space never falls into an entity.
      return left >= 0 ? text : `${text.slice(0, text.length + left).replace(/\s+\S*$/, '')} …`;
    },
    exclusiveFilter: (frame) =>
      frame.tag === 'img'
        ? !OWN_IMAGE.test(frame.attribs.src ?? '')
        : frame.tag !== 'br' && frame.text.trim() === '' && frame.mediaChildren.length === 0,
  }).trim();
}
