import { render } from '@testing-library/react';
import type { StatedAccessibility } from '@vesalius/contract/book-accessibility';
import { expect, it } from 'vitest';
import { sampleBookDetail } from '../../testing/sample-books.ts';
import { BookStructuredData, ShareData, SiteStructuredData } from './share-data.tsx';

const content = (property: string) =>
  document.head
    .querySelector(`meta[property="${property}"], meta[name="${property}"]`)
    ?.getAttribute('content');

it('uses the site’s image for a page without an image', () => {
  render(<ShareData title="All books" description="What there is." path="/books" />);
  expect(content('og:image')).toBe(`${location.origin}/share.jpg`);
  expect(content('twitter:card')).toBe('summary_large_image');
  expect(content('og:url')).toBe(`${location.origin}/books`);
});

it('names the site for search engines, and no text can end the script element', () => {
  const { container } = render(<SiteStructuredData description="</script><b>Books" />);
  const script = container.querySelector('script')?.textContent ?? '';
  expect(script).not.toContain('<');
  expect(JSON.parse(script)).toMatchObject({
    '@type': 'WebSite',
    description: '</script><b>Books',
    publisher: { '@type': 'Organization', name: 'Vesalius' },
  });
});

it('describes a book with its full cover, its address and its image for search engines', () => {
  const book = sampleBookDetail({ cover_photo: '/files/public/c.webp' });
  const { container } = render(
    <>
      <ShareData type="book" title="A" description="B" image={book.cover_photo} path="/book-profile/1" />
      <BookStructuredData book={book} />
    </>,
  );
  expect(content('twitter:card')).toBe('summary');
  expect(content('og:image')).toBe(`${location.origin}/files/public/c.webp`);
  expect(JSON.parse(container.querySelector('script')?.textContent ?? '')).toMatchObject({
    '@type': 'Book',
    url: `${location.origin}/book-profile/${book.id}`,
    image: `${location.origin}/files/public/c.webp`,
  });
});

it('tells search engines what a publisher states about accessibility, or what the files show', () => {
  const known = { pages_with_text: 60, videos: 2, captioned_videos: 2, described_videos: 1 };
  const dataOf = (stated: StatedAccessibility | null) => {
    const accessibility = { stated, known: { ...known, images: 0, images_with_alternative: 0 } };
    const { container, unmount } = render(<BookStructuredData book={sampleBookDetail({ accessibility })} />);
    const data = JSON.parse(container.querySelector('script')?.textContent ?? '');
    unmount();
    return data;
  };
  const stated: StatedAccessibility = {
    access_mode: ['textual', 'visual'],
    access_mode_sufficient: [['textual'], ['textual', 'visual']],
    feature: ['taggedPDF', 'alternativeText'],
    hazard: ['none'],
    summary: 'Every figure is described.',
  };
  expect(dataOf(stated)).toMatchObject({
    accessMode: ['textual', 'visual'],
    accessModeSufficient: [
      { '@type': 'ItemList', itemListElement: ['textual'] },
      { '@type': 'ItemList', itemListElement: ['textual', 'visual'] },
    ],
    accessibilityFeature: ['taggedPDF', 'alternativeText'],
    accessibilityHazard: ['none'],
    accessibilitySummary: 'Every figure is described.',
  });
  const told = dataOf(null);
  expect(told).toMatchObject({
    accessMode: ['visual', 'textual', 'auditory'],
    accessibilityFeature: ['tableOfContents', 'pageNavigation', 'captions', 'transcript'],
    accessibilityHazard: ['unknown'],
  });
  expect(told).not.toHaveProperty('accessModeSufficient');
});

it('gives search engines a book’s identifiers, publisher and subjects, and omits missing ones', () => {
  const dataOf = (book: ReturnType<typeof sampleBookDetail>) => {
    const { container, unmount } = render(<BookStructuredData book={book} />);
    const data = JSON.parse(container.querySelector('script')?.textContent ?? '');
    unmount();
    return data;
  };
  const book = sampleBookDetail({
    ...{ isbn_print: '0-306-40615-2', isbn_electronic: '978-3-16-148410-0', doi: '10.1000/heart' },
    publisher: {
      ...{ name: 'Fabrica Press', imprint: 'Fabrica Atlas', logo_url: '/files/public/listings/1-a.webp' },
      ...{ website: 'https://fabrica.example', contact_email: null },
    },
    subjects: [{ scheme: 'mesh', code: 'D006333', name: 'Heart Failure' }],
  });
  expect(dataOf(book)).toMatchObject({
    isbn: ['9783161484100', '9780306406157'],
    identifier: { '@type': 'PropertyValue', propertyID: 'doi', value: '10.1000/heart' },
    sameAs: 'https://doi.org/10.1000/heart',
    publisher: {
      ...{ '@type': 'Organization', name: 'Fabrica Atlas', url: 'https://fabrica.example' },
      parentOrganization: { name: 'Fabrica Press' },
      logo: `${location.origin}/files/public/listings/1-a.webp`,
    },
    about: [{ '@type': 'DefinedTerm', name: 'Heart Failure', termCode: 'D006333' }],
  });
  const bare = dataOf(sampleBookDetail());
  for (const field of ['isbn', 'identifier', 'sameAs', 'publisher', 'about'])
    expect(bare).not.toHaveProperty(field);
});
