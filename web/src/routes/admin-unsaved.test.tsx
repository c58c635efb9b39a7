import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Price } from '@vesalius/contract/commerce-admin';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { expect, it } from 'vitest';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { InstitutionForm } from '../features/admin/institution-form.tsx';
import { PackageForm } from '../features/admin/package-form.tsx';
import { ProgramForm } from '../features/admin/program-form.tsx';
import { PublisherForm } from '../features/admin/publisher-form.tsx';
import { PriceField } from '../features/commerce/staff/price-field.tsx';
import { PromoCodeDialog } from '../features/commerce/staff/promo-code-dialog.tsx';
import { paths } from '../lib/paths.ts';
import { renderScreen, sessionOf } from '../testing/render.tsx';

const ID = '0197a000-0000-7000-8000-000000000100';
const price: Price = {
  ...{ id: ID, kind: 'book' as const, title: 'Heart', edition: null, price: 120, subscribers: 0 },
  ...{ plans: [], is_replaced: false },
};
const bundle = {
  ...{ id: ID, slug: 'heart', name: 'Heart', price: 120, is_published: true, book_count: 0 },
  ...{ sold_book_count: 0, sold_books_price: 0, is_sold: false, subscribers: 0 },
  ...{ description: 'All of it.', image_url: null, changed_at: null, books: [] },
};
const AT = '/admin/of-the-form';
const show = (form: ReactElement) =>
  renderScreen(<AdminFrame>{form}</AdminFrame>, {
    namespaces: ['admin', 'listings', 'sales', 'fields'],
    session: sessionOf('staff'),
    path: AT,
    at: AT,
    answers: {
      'GET /products': { data: [], metadata: { count: 0, currentPage: 1, pages: 1 } },
      'POST /packages': { id: ID },
    },
  });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const isReloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const toAnotherTab = () => fireEvent.click(screen.getByRole('link', { name: 'People' }));
const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' });

it.each([
  ['a new bundle', 'Name', <PackageForm key="" listing={null} onDone={() => {}} />],
  ['the description of a bundle', 'Description', <PackageForm key="" listing={bundle} onDone={() => {}} />],
  ['a new program', 'Name', <ProgramForm key="" listing={null} onDone={() => {}} />],
  ['a new publisher', 'Name', <PublisherForm key="" listing={null} onDone={() => {}} />],
  [
    'a new institution',
    'Name',
    <InstitutionForm key="" institution={null} onSubmit={async () => ({ id: ID })} onDone={() => {}} />,
  ],
  ['a price', 'Price of Heart', <PriceField key="" price={price} />],
])('%s that was typed is not lost without a question', async (_what, label, form) => {
  const { location } = await show(form);
  expect(isReloadAsked()).toBe(false);
  type(label, '17');
  expect(isReloadAsked()).toBe(true);
  toAnotherTab();
  fireEvent.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location()).toBe(AT);
  expect((screen.getByRole('textbox', { name: label }) as HTMLInputElement).value).toContain('17');
  toAnotherTab();
  fireEvent.click(within(await question()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(location()).toBe(paths.admin.to()));
  expect(isReloadAsked()).toBe(false);
});

it('a typed price is not lost to the next page of the list without a question; other forms stay there', async () => {
  const next = <Link to="?page=2">Next</Link>;
  const { location, unmount } = await show(
    <>
      <PublisherForm listing={null} onDone={() => {}} />
      {next}
    </>,
  );
  type('Name', '17');
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  await waitFor(() => expect(location()).toBe(`${AT}?page=2`));
  unmount();
  const list = await show(
    <>
      <PriceField price={price} />
      {next}
    </>,
  );
  type('Price of Heart', '17');
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  await question();
  expect(list.location()).toBe(AT);
});

function NewBundle() {
  const navigate = useNavigate();
  return <PackageForm listing={null} onDone={(id) => void navigate(paths.adminPackage.to(id))} />;
}

it('a saved bundle leads on without a question', async () => {
  const { location } = await show(<NewBundle />);
  type('Name', 'Heart');
  type('Price per year', '17');
  fireEvent.click(screen.getByRole('button', { name: 'Create the bundle' }));
  await waitFor(() => expect(location()).toBe(paths.adminPackage.to(ID)));
  expect(isReloadAsked()).toBe(false);
});

it('Escape in the dialog of a new promo code asks once something was typed', async () => {
  let closed = 0;
  await show(
    <PromoCodeDialog
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  const pressEscape = () =>
    act(async () => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    });
  await screen.findByRole('dialog', { name: 'New promo code' });
  await pressEscape();
  expect(closed).toBe(1);
  type('Code', 'HEART');
  await pressEscape();
  fireEvent.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
  expect(closed).toBe(1);
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('HEART');
  await pressEscape();
  fireEvent.click(within(await question()).getByRole('button', { name: 'Discard' }));
  expect(closed).toBe(2);
});
