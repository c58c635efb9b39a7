import type { BookAccessibility } from '@vesalius/contract/book-accessibility';
import type { BookDetail } from '@vesalius/contract/catalogue';
import { isbn13Of } from '@vesalius/contract/identifiers';
import { paths } from '../../lib/paths.ts';

/** The server writes the same address; otherwise hydration would add a second canonical address. */
const whole = (path: string): string =>
  typeof document !== 'undefined' && path.startsWith('/') ? `${location.origin}${path}` : path;

/** The share image of pages without one: 1200 by 630 pixels, as other sites show it. */
const SHARE_PICTURE = '/share.jpg';

/**
 * Metadata of a page for other sites and search engines. React moves the tags into the head, also on the server. The
 * server makes image addresses absolute, because only it knows its public name.
 */
export function ShareData({
  title,
  description,
  image = SHARE_PICTURE,
  path,
  type = 'website',
}: {
  title: string;
  description: string;
  image?: string;
  path: string;
  type?: 'website' | 'book';
}) {
  const short =
    description.length > 200 ? `${description.slice(0, 197).replace(/\s+\S*$/, '')}…` : description;
  return (
    <>
      <meta name="description" content={short} />
      <link rel="canonical" href={whole(path)} />
      <meta property="og:site_name" content="Vesalius" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={short} />
      <meta property="og:url" content={whole(path)} />
      <meta property="og:image" content={whole(image)} />
      {/* A cover is upright: the large card would show only its middle. */}
      <meta name="twitter:card" content={type === 'book' ? 'summary' : 'summary_large_image'} />
    </>
  );
}

/** `<` is escaped, so that no title can end the script element. */
function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own making, with `<` escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** schema.org's WebSite: the publisher and the languages. */
export function SiteStructuredData({ description }: { description: string }) {
  const publisher = { '@type': 'Organization', name: 'Vesalius', logo: whole('/favicon.svg') };
  return (
    <StructuredData
      data={{
        '@type': 'WebSite',
        name: 'Vesalius',
        url: whole('/'),
        description,
        inLanguage: ['en', 'ar'],
        publisher,
      }}
    />
  );
}

/** The publisher's statement; without one, only what the files show, with hazards unknown. */
function accessibilityData({ stated, known }: BookAccessibility) {
  if (stated)
    return {
      accessMode: stated.access_mode,
      accessModeSufficient: stated.access_mode_sufficient.map((modes) => ({
        '@type': 'ItemList',
        itemListElement: modes,
      })),
      accessibilityFeature: stated.feature,
      accessibilityHazard: stated.hazard,
      accessibilitySummary: stated.summary ?? undefined,
    };
  const all = (count: number) => known.videos > 0 && count === known.videos;
  const isRead = known.pages_with_text > 0;
  return {
    accessMode: ['visual', ...(isRead ? ['textual'] : []), ...(known.videos > 0 ? ['auditory'] : [])],
    accessibilityFeature: [
      ...['tableOfContents', 'pageNavigation'],
      ...(all(known.captioned_videos) ? ['captions', 'transcript'] : []),
      ...(all(known.described_videos) ? ['audioDescription'] : []),
    ],
    accessibilityHazard: ['unknown'],
  };
}

/** Identifiers for schema.org: the DOI as its address, which is also `sameAs`. */
function bibliographyData({ isbn_print, isbn_electronic, doi, publisher, subjects }: BookDetail) {
  const doiAddress = doi && `https://doi.org/${doi}`;
  const isbns = [isbn_electronic, isbn_print].flatMap((text) => (text && isbn13Of(text)) || []);
  return {
    isbn: isbns.length > 1 ? isbns : isbns[0],
    identifier: doi ? { '@type': 'PropertyValue', propertyID: 'doi', value: doi } : undefined,
    sameAs: doiAddress || undefined,
    publisher: publisher
      ? {
          '@type': 'Organization',
          name: publisher.imprint ?? publisher.name,
          ...(publisher.imprint
            ? { parentOrganization: { '@type': 'Organization', name: publisher.name } }
            : {}),
          ...(publisher.website ? { url: publisher.website } : {}),
          ...(publisher.logo_url ? { logo: whole(publisher.logo_url) } : {}),
        }
      : undefined,
    about:
      subjects.length > 0
        ? subjects.map(({ scheme, code, name }) => ({
            '@type': 'DefinedTerm',
            name,
            termCode: code,
            inDefinedTermSet: TERM_SETS[scheme],
          }))
        : undefined,
  };
}
const TERM_SETS = {
  mesh: 'https://meshb.nlm.nih.gov/',
  bisac: 'https://www.bisg.org/complete-bisac-subject-headings-list',
} as const;

/** schema.org's Book with its offer. */
export function BookStructuredData({ book }: { book: BookDetail }) {
  const data = {
    '@type': 'Book',
    name: book.title,
    url: whole(paths.bookProfile.to(book.id)),
    image: whole(book.cover_photo),
    author: { '@type': 'Person', name: book.author },
    bookEdition: book.edition,
    bookFormat: 'https://schema.org/EBook',
    inLanguage: book.language,
    numberOfPages: book.number_of_pages,
    datePublished: book.release_date,
    description: book.brief.slice(0, 500),
    genre: book.category.name,
    ...bibliographyData(book),
    ...accessibilityData(book.accessibility),
    offers: {
      '@type': 'Offer',
      price: book.price.toFixed(2),
      priceCurrency: 'USD',
      availability:
        book.new_version_book || book.is_withdrawn
          ? 'https://schema.org/Discontinued'
          : 'https://schema.org/OnlineOnly',
    },
  };
  return <StructuredData data={data} />;
}
