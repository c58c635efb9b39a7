import sanitizeHtml from 'sanitize-html';
import { XmlError } from '../../../platform/xml/parse-xml.ts';
import { plainText, type RichText, richText } from './plain-text.ts';
import { parseTree } from './xml-tree.ts';

/** Many times the longest question; longer HTML is refused before it is parsed. */
const MAX_HTML_LENGTH = 100_000;
const LIMITS = { maxDepth: 100, maxAttributes: 20, maxLengthWithoutTag: 10_000_000 };
const TAGS =
  'p br div span b strong i em u s strike del ins mark font big tt code kbd sup sub pre h1 h2 h3 h4 h5 h6 blockquote ul ol li dl dt dd table thead tbody tfoot tr td th caption hr a img audio video iframe embed object svg canvas input select textarea button section article header footer figure figcaption address center math mrow mstyle semantics annotation mi mn mo mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mfenced menclose';

/**
 * An option that the package's types lack: without it an empty attribute is written in a form that only HTML accepts.
 */
interface Cleaning extends sanitizeHtml.IOptions {
  readonly allowedEmptyAttributes: string[];
}
const CLEANING: Cleaning = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: { img: ['src', 'alt'], a: ['href'], object: ['data', 'type'], ol: ['start'] },
  allowedEmptyAttributes: ['src', 'alt', 'href', 'data', 'type', 'start'],
  nestingLimit: 80,
};

/** Characters that XML does not allow and text does not need. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\uFFFE\uFFFF]|\p{Surrogate}/gu;
const PICTURE_DATA = /(?<=src\s{0,5}=\s{0,5}["']?)data:image\/[a-z+.-]{1,20};base64,[A-Za-z0-9+/=\s]*/gi;

/** Reads HTML as learning systems write it: the sanitizer's parser accepts missing and crossed tags. */
export async function htmlText(html: string): Promise<RichText> {
  const embedded: string[] = [];
  // Embedded pictures are long and do not count as text.
  const short = html.replace(UNWRITABLE, '').replace(PICTURE_DATA, (data) => {
    embedded.push(data);
    return `embedded-picture-${embedded.length}`;
  });
  if (short.length > MAX_HTML_LENGTH)
    return { ...richText(''), obstacle: `has ${short.length} characters, which is more than a question has` };
  const clean = sanitizeHtml(short, CLEANING);
  try {
    const text = plainText((await parseTree(`<text>${clean}</text>`, LIMITS)).children);
    return {
      ...text,
      pictures: text.pictures.map((source) => {
        const number = /^embedded-picture-(\d+)$/.exec(source)?.[1];
        return (number && embedded[Number(number) - 1]) || source;
      }),
    };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { ...richText(''), obstacle: 'has HTML that cannot be read' };
  }
}
