import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@vesalius/contract/calls';
import type { BookDetail } from '@vesalius/contract/catalogue';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { listOf, sampleBook, sampleBookDetail } from '../../testing/sample-books.ts';
import { BookProfile } from './book-profile.tsx';

const material = (id: string, more = {}) => ({
  id,
  supplementary_material_id: `m-${id}`,
  material_type: 'video',
  material_title: `Lecture ${id}`,
  duration_seconds: 754,
  number_of_files: 1,
  locked: false,
  watched: false,
  ...more,
});

async function show(
  book: Partial<BookDetail> = {},
  {
    role = null,
    groups = [],
    language = 'en',
    at = '/',
    related = listOf<unknown>([]),
  }: {
    role?: Role | null;
    groups?: unknown[];
    language?: 'en' | 'ar';
    at?: string;
    related?: unknown;
  } = {},
) {
  const onSubscribe = vi.fn();
  const rendered = await renderScreen(
    <BookProfile
      book={sampleBookDetail(book)}
      canStillBuy={async () => true}
      frontMatter={() => <p>pages of the front matter</p>}
      onSubscribe={onSubscribe}
    />,
    {
      namespaces: ['catalogue', 'perceiving'],
      session: role && sessionOf(role),
      language,
      at,
      answers: {
        'GET /book_supplementary_materials': { data: groups },
        'GET /related_books': related,
      },
    },
  );
  return { ...rendered, onSubscribe };
}
const progress = (status: BookDetail['book_progress']['status'], more = {}) => ({
  has_access: true,
  is_subscribed: true,
  book_progress: { ...sampleBookDetail().book_progress, status, page: 23, ...more },
});

describe('the profile of a book', () => {
  it('shows title, author, date, price and statistics without zeros, and passes axe', async () => {
    const { container } = await show();
    expect(screen.getByRole('heading', { level: 1, name: 'The ECG in Practice' })).toBeVisible();
    expect(screen.getByText(/Released 14 Sep 2026/)).toBeVisible();
    expect(screen.getByText('$189')).toBeVisible();
    const numbers = container.querySelector('dl[aria-label="The book in numbers"]') as HTMLElement;
    expect(within(numbers).getByText('60')).toBeVisible();
    expect(within(numbers).getByText('chapter test')).toBeVisible();
    expect(within(numbers).getByText('5.5')).toBeVisible();
    expect(within(numbers).queryByText(/quiz|speaker/)).toBeNull();
    await expectAccessible(container);
  });

  it.each([
    ['a visitor', null, {}, 'Read the first 15 pages', '/book-viewer/'],
    ['a subscriber before reading', 'customer', progress('not_started'), 'Begin reading', '/book-viewer/'],
    [
      'an institution’s member',
      'customer',
      { ...progress('not_started'), is_subscribed: false },
      'Start reading',
      '/book-viewer/',
    ],
    ['somebody who reads', 'customer', progress('in_progress'), 'Continue on page 23', '?page=23'],
    ['somebody who finished', 'customer', progress('completed'), 'Review the book', '/book-viewer/'],
    [
      'somebody who answered the survey',
      'customer',
      progress('in_progress', { is_survey_solved: true }),
      'Review the book',
      '/book-viewer/',
    ],
    ['its author', 'author', { has_access: true }, 'Open the book', '/book-viewer/'],
    ['an editor', 'editor', { has_access: true }, 'Open the book', '/book-viewer/'],
    [
      'a director of a program with it',
      'program_director',
      { has_access: true },
      'Open the book',
      '/book-viewer/',
    ],
    ['a director without it', 'program_director', {}, 'Read the first 15 pages', '/book-viewer/'],
    ['a customer without a subscription', 'customer', {}, 'Read the first 15 pages', '/book-viewer/'],
    ['a book of three pages', null, { number_of_pages: 3 }, 'Read the first 3 pages', '/book-viewer/'],
  ] as const)('has the right button for %s', async (_name, role, book, label, target) => {
    await show(book, { role });
    expect(screen.getByRole('link', { name: label })).toHaveAttribute(
      'href',
      expect.stringContaining(target),
    );
  });

  it('hides price and enrolment from those with access, and from authors and editors without', async () => {
    await show(progress('not_started'), { role: 'customer' });
    expect(screen.queryByText('$189')).toBeNull();
    await show({}, { role: 'author' });
    expect(screen.queryByRole('button', { name: 'Enroll' })).toBeNull();
  });

  it.each([
    ['a visitor', null, {}, true],
    ['a customer without access', 'customer', {}, true],
    ['a director without it', 'program_director', {}, true],
    ['a subscriber', 'customer', progress('in_progress'), false],
    ['an editor', 'editor', {}, false],
    ['staff', 'staff', {}, false],
    [
      'anybody, of an edition that was replaced',
      null,
      { new_version_book: { id: 'n', title: 'New' } },
      false,
    ],
    ['anybody, of a book that was withdrawn', null, { is_withdrawn: true }, false],
  ] as const)('sells to %s: %#', async (_name, role, book, sells) => {
    await show(book, { role });
    expect(screen.queryAllByRole('button', { name: 'Enroll' })).toHaveLength(sells ? 1 : 0);
    expect(screen.queryAllByText('$189')).toHaveLength(sells ? 1 : 0);
  });

  it('shows a reader the lectures and the progress, and no editors’ notes', async () => {
    await show(progress('in_progress'), { role: 'customer' });
    expect(screen.getByRole('link', { name: 'All lectures' })).toHaveAttribute(
      'href',
      `/book-all-videos/${sampleBook().id}`,
    );
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '38');
    expect(screen.queryByRole('link', { name: 'Show Notes' })).toBeNull();
  });

  it('shows an editor the notes, and no link to lectures if there are none', async () => {
    await show({ number_of_lectures: 0, has_access: true }, { role: 'editor' });
    expect(screen.queryByRole('link', { name: 'All lectures' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Show Notes' })).toHaveAttribute(
      'href',
      `/editors/notes/${sampleBook().id}`,
    );
  });

  it('shows no notes to an editor of other books', async () => {
    await show({ has_access: false }, { role: 'editor' });
    expect(screen.queryByRole('link', { name: 'Show Notes' })).toBeNull();
  });

  it('names the senior editors with their titles', async () => {
    await show();
    const editors = screen.getByRole('region', { name: 'EDITORS' });
    expect(within(editors).getByText('Henrik Aldous')).toBeVisible();
    expect(within(editors).getByText('Senior Editor')).toBeVisible();
  });

  it('has no heading without editors, no samples without samples, and says when nobody is listed', async () => {
    await show({ senior_editors: [], faculty: [], book_samples: [] });
    expect(screen.queryByRole('region', { name: 'EDITORS' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Sample pages' })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Faculty' }));
    expect(screen.getByText('The publisher has not introduced the faculty yet.')).toBeVisible();
  });

  it('omits zero statistics', async () => {
    const none = { number_of_lectures: 0, number_of_tests: 0, number_of_authors: 0, reading_hours: 0 };
    const { container } = await show({ ...none, certificate: null });
    const numbers = container.querySelector('dl[aria-label="The book in numbers"]') as HTMLElement;
    expect([...numbers.querySelectorAll('dt')].map((name) => name.textContent)).toEqual(['pages']);
  });

  it('offers the yearly plan with its benefits and continues to subscribing', async () => {
    const { onSubscribe } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Enroll' }));
    const dialog = await screen.findByRole('dialog', { name: 'Yearly plan' });
    for (const text of [
      '12-month unlimited access',
      'Exclusive textbook access',
      /Full course material/,
      /Cancel anytime/,
      /promo code/,
    ])
      expect(within(dialog).getByText(text)).toBeInTheDocument();
    await expectAccessible(dialog);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Subscribe for $189' }));
    expect(onSubscribe).toHaveBeenCalledOnce();
  });

  it('opens its tabs by mouse and keys, and keeps the selected one in the address', async () => {
    const { location } = await show();
    await userEvent.click(screen.getByRole('tab', { name: 'Faculty' }));
    expect(screen.getByRole('heading', { name: 'Tobias Lindqvist' })).toBeVisible();
    expect(location()).toBe('/?tab=faculty');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('pages of the front matter')).toBeVisible();
    await userEvent.keyboard('{Home}');
    expect(screen.getByText('Applied to every tracing.')).toBeVisible();
    expect(location()).toBe('/');
  });

  it('lists the materials of each chapter, locked without access', async () => {
    const locked = [{ book_page: 5, supplementary_materials: [material('a', { locked: true })] }];
    await show({}, { groups: locked });
    await waitFor(() => expect(screen.getByText('Lecture a')).toBeVisible());
    expect(screen.queryByRole('link', { name: /Lecture a/ })).toBeNull();
    expect(screen.getByRole('img', { name: 'Needs a subscription' })).toBeVisible();
  });

  it('links and checks off the materials for users with access', async () => {
    const groups = [
      { book_page: 5, supplementary_materials: [material('b', { watched: true })] },
      { book_page: 14, supplementary_materials: [material('c', { watched: true }), material('d')] },
    ];
    await show(progress('in_progress'), { role: 'customer', groups });
    expect(await screen.findByRole('link', { name: /Lecture b/ })).toHaveAttribute(
      'href',
      `/supplementary/b/${sampleBook().id}/m-b`,
    );
    expect(screen.getAllByText('12:34 mins')).not.toHaveLength(0);
    expect(screen.getByText('Complete')).toBeVisible();
    expect(screen.getByText('Started')).toBeVisible();
  });

  it('counts the slices of a study and the images of a set', async () => {
    const of = (id: string, material_type: string) => material(id, { material_type, number_of_files: 42 });
    await show(
      {},
      { groups: [{ book_page: 5, supplementary_materials: [of('a', 'DICOM'), of('b', 'image')] }] },
    );
    expect(await screen.findByText('42 slices')).toBeInTheDocument();
    expect(screen.getByText('42 images')).toBeInTheDocument();
  });

  it('says that a chapter has no materials yet', async () => {
    const groups = [{ book_page: 5, supplementary_materials: [material('b')] }];
    await show({}, { role: 'customer', groups });
    expect(await screen.findByRole('link', { name: /Lecture b/ })).toBeVisible();
    const others = sampleBookDetail().chapters.length - 1;
    expect(others).toBeGreaterThan(0);
    expect(screen.getAllByText('No Book Supplementaries are added yet')).toHaveLength(others);
  });

  it.each([
    [['1 An Introduction', '2 The Heart', 'Index'], 'true'],
    [['Chapter 1: The Heart', 'Chapter 2: Veins'], 'true'],
    [['12-lead ECG', 'The Heart'], null],
    [['3 Questions First', 'The Heart', 'Veins'], null],
  ])('of chapters called %j leaves the numbers to the book: %s', async (titles, numbered) => {
    const [chapter] = sampleBookDetail().chapters;
    await show({ chapters: titles.map((title, index) => ({ ...chapter!, id: `${index}`, title })) });
    expect(screen.getByText(titles[0]!).closest('ol')?.getAttribute('data-numbered')).toBe(numbered);
  });

  it('scrolls its chapters if there are more than eight', async () => {
    const chapters = Array.from({ length: 9 }, (_, index) => ({
      id: `0197a000-0000-7000-8000-00000000010${index}`,
      title: `Chapter ${index + 1}`,
      first_page: index + 1,
      last_page: index + 1,
    }));
    await show({ chapters });
    expect(screen.getByRole('group', { name: 'Content' })).toHaveAttribute('tabindex', '0');
  });

  it('links to the previous edition until its date, and from it to the current one', async () => {
    const id = '0197a000-0000-7000-8000-0000000000b9';
    await show({ old_version_book: { id, deprecation: 'pending', deprecation_date: '2027-01-31' } });
    expect(screen.getByRole('link', { name: 'Open the previous edition' })).toHaveAttribute(
      'href',
      `/book-profile/${id}`,
    );
    expect(screen.getByText(/new readers open it until 31 Jan 2027/)).toBeVisible();
    await show({ new_version_book: { id, title: 'New' } });
    expect(screen.getByRole('link', { name: 'See the current edition' })).toBeVisible();
  });

  it('says that it is no longer sold, and that subscribers keep it', async () => {
    await show({ is_withdrawn: true });
    expect(screen.getByText('This book is no longer sold.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Read/ })).toBeNull();
    await show({ ...progress('in_progress'), is_withdrawn: true }, { role: 'customer' });
    expect(screen.getByText('This book is no longer sold. You keep your access.')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Continue/ })).toBeVisible();
  });

  it('shows related books five at a time, and none when there are none', async () => {
    await show({}, { related: listOf([sampleBook({ title: 'A neighbour' })], { count: 6, pages: 2 }) });
    expect(await screen.findByRole('heading', { name: 'A neighbour' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous related books' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Next related books' })).toBeEnabled();
  });

  it('is complete in Arabic', async () => {
    const { container } = await show({}, { language: 'ar' });
    expect(screen.getByRole('link', { name: 'أمراض القلب' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'اشترك' })).toBeVisible();
    await expectAccessible(container);
  });
});

describe('the accessibility of a book', () => {
  const known = {
    pages_with_text: 58,
    ...{ videos: 2, captioned_videos: 2, described_videos: 0 },
    ...{ images: 3, images_with_alternative: 3 },
  };
  const stated: BookDetail['accessibility']['stated'] = {
    access_mode: ['textual', 'visual'],
    access_mode_sufficient: [['textual'], ['textual', 'visual']],
    feature: ['taggedPDF', 'alternativeText'],
    hazard: ['noFlashingHazard'],
    summary: 'Every figure is described.',
  };
  const section = () => screen.findByRole('region', { name: 'Accessibility' });

  it('is described by its files where the publisher states nothing', async () => {
    await show({ accessibility: { stated: null, known } });
    const shown = await section();
    expect(shown).toHaveTextContent('The publisher has not described the accessibility of this book.');
    expect(shown).toHaveTextContent('Pages with text that can be searched and read aloud58 of 60');
    expect(shown).toHaveTextContent('Lectures with captions and a transcript2 of 2');
    expect(shown).toHaveTextContent('Lectures that describe what is seen0 of 2');
    expect(shown).toHaveTextContent('Images of the lectures with a text alternative3 of 3');
  });

  it('is described in plain words as the publisher states it, in both languages', async () => {
    const { unmount } = await show({ accessibility: { stated, known } });
    const shown = await section();
    expect(shown).toHaveTextContent('Every figure is described.');
    expect(shown).toHaveTextContent('How the content is perceivedas text, by seeing');
    expect(shown).toHaveTextContent('Enough to take in everythingtext alone; or text alone and sight');
    expect(shown).toHaveTextContent('Featurestagged pages, text alternatives for images');
    expect(shown).toHaveTextContent('Hazardsno flashing');
    expect(shown).not.toHaveTextContent('has not described');
    unmount();
    await show({ accessibility: { stated, known } }, { language: 'ar' });
    expect(await screen.findByRole('region', { name: 'سهولة الوصول' })).toHaveTextContent('لا وميض');
  });
});
