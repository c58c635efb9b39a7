import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MaterialList } from '@vesalius/contract/lectures';
import { describe, expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { MaterialListPage } from './material-list.tsx';
import { PageMaterials } from './page-materials.tsx';
import { BOOK, idOf, listOf, summaryOf } from './testing/materials.ts';

const LIST = 'GET /book_supplementary_materials';
const links = {
  material: (id: string, at?: number) => `/material/${id}${at === undefined ? '' : `?t=${at}`}`,
  page: (page: number) => `/page/${page}`,
  lectures: '/lectures',
  book: '/book',
  tests: '/tests',
  subscribe: '/profile',
};
const loaded = (container: Element) =>
  waitFor(() => expect(container.querySelector('[aria-busy="true"]')).toBeNull());
async function show(list: MaterialList | FakeFailure, more: Parameters<typeof renderScreen>[1] = {}) {
  const rendered = await renderScreen(<MaterialListPage bookId={BOOK.id} links={links} />, {
    namespaces: ['lectures'],
    session: sessionOf('customer'),
    answers: { [LIST]: list },
    ...more,
  });
  await loaded(rendered.container);
  return rendered;
}

describe('the list of lectures', () => {
  it('shows each by chapter with its length, page and state', async () => {
    const { container } = await show(
      listOf([
        summaryOf({ watched: true, played_ratio: 1 }),
        summaryOf({ id: idOf(2), material_type: 'DICOM', material_title: 'Head CT', number_of_files: 52 }),
      ]),
    );
    const chapter = screen.getByRole('heading', { name: 'The normal ECG' }).closest('section') as HTMLElement;
    expect(within(chapter).getByText('12:34 mins')).toBeInTheDocument();
    expect(within(chapter).getByText('52 slices')).toBeInTheDocument();
    expect(within(chapter).getByRole('img', { name: 'Watched' })).toBeInTheDocument();
    expect(within(chapter).getByRole('link', { name: 'Conduction' })).toHaveAttribute(
      'href',
      `/material/${idOf(1)}`,
    );
    expect(within(chapter).getAllByRole('link', { name: 'Open page 11 of the book' })).toHaveLength(2);
    const empty = screen.getByRole('heading', { name: 'Arrhythmias' }).closest('section') as HTMLElement;
    expect(within(empty).getByText('No Book Supplementaries are added yet')).toBeVisible();
    await expectAccessible(container);
  });

  it('can be filtered by kind', async () => {
    await show(
      listOf([summaryOf(), summaryOf({ id: idOf(2), material_type: 'image', material_title: 'Figures' })]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Images' }));
    expect(screen.queryByText('Conduction')).not.toBeInTheDocument();
    expect(screen.getByText('Figures')).toBeInTheDocument();
  });

  it('calls a chapter begun whose only set was shown in part, also while another kind is chosen', async () => {
    const base = listOf([
      summaryOf({ played_ratio: 0.33 }),
      summaryOf({ id: idOf(2), material_type: 'image', material_title: 'Figures' }),
    ]);
    await show(base);
    expect(screen.getByText(/0 of 1 watched/)).toHaveTextContent(/^Begun ·/);
    await userEvent.click(screen.getByRole('button', { name: 'Images' }));
    expect(screen.getByText(/0 of 1 watched/)).toHaveTextContent(/^Begun ·/);
  });

  it('lists materials locked and without links if the reader has no access', async () => {
    const { container } = await show(
      listOf([summaryOf({ locked: true, url: [], description: '' })], {
        access: { granted: false, records: false },
      }),
      { session: null },
    );
    expect(screen.getByRole('img', { name: 'Locked' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Conduction' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the subscription' })).toHaveAttribute('href', '/profile');
    await expectAccessible(container);
  });

  it('says in the specified words that there are none, in both languages', async () => {
    await show(listOf([]));
    expect(screen.getByText('No Book Supplementaries are added yet')).toBeInTheDocument();
    const { container } = await show(listOf([]), { language: 'ar' });
    expect(within(container).getByText('لم تُضف أي مواد إلى الكتاب بعد')).toBeInTheDocument();
  });

  it('offers to try again when loading failed', async () => {
    let answer: MaterialList | FakeFailure = new FakeFailure(503, {
      code: 'unavailable',
      message: 'restarting',
    });
    await show(answer, { answers: { [LIST]: () => answer } });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    answer = listOf([summaryOf()]);
    await userEvent.click(retry);
    expect(await screen.findByText('Conduction')).toBeInTheDocument();
  });
});

describe('the panel beside a page', () => {
  async function panel(page: number, list: MaterialList) {
    const rendered = await renderScreen(
      <PageMaterials bookId={BOOK.id} page={page} links={links} goTo={() => {}} />,
      { namespaces: ['lectures'], session: sessionOf('customer'), answers: { [LIST]: list } },
    );
    await loaded(rendered.container);
    return rendered;
  }

  it('shows the materials of the page', async () => {
    const { container } = await panel(11, listOf([summaryOf()]));
    expect(screen.getByRole('link', { name: /Conduction/ })).toBeInTheDocument();
    await expectAccessible(container);
  });

  it('links to the second of a lecture that is about the page', async () => {
    const marks = [{ at_seconds: 135, title: 'The node', page: 12 }];
    await panel(12, listOf([summaryOf({ marks })]));
    expect(screen.getByRole('link', { name: /2:15 The node/ })).toHaveAttribute(
      'href',
      `/material/${idOf(1)}?t=135`,
    );
  });

  it('links to the next page with materials when the page has none', async () => {
    await panel(3, listOf([summaryOf()]));
    expect(screen.getByText('No lectures or tests on this page.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next: page 11' })).toBeInTheDocument();
  });
});
