import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { WantedItem } from './wanted-item.tsx';

const ID = '0197a000-0000-7000-8000-0000000000b1';
const render = (next: string) =>
  renderScreen(<WantedItem next={next} />, {
    namespaces: ['accounts'],
    answers: {
      [`GET /books/${ID}`]: { id: ID, title: 'The Heart', price: 199 },
      [`GET /packages/${ID}`]: { id: ID, name: 'Both hearts', price: 300 },
    },
  });

it.each([
  [`/checkout?mode=book&id=${ID}`, 'To subscribe to “The Heart” for $199 a year.'],
  [`/bookCheckout/book/${ID}`, 'To subscribe to “The Heart” for $199 a year.'],
  [`/bookcheckout/package/${ID}`, 'To subscribe to “Both hearts” for $300 a year.'],
  [`/promocode/${ID}`, 'To subscribe to “The Heart” for $199 a year.'],
  [`/book-viewer/${ID}?page=30`, 'To read “The Heart”.'],
])('says on the way to %s what one signs in for', async (next, text) => {
  await render(next);
  expect(await screen.findByText(text)).toBeVisible();
});

it('says nothing on the way to elsewhere', async () => {
  const { calls } = await render('/certificates');
  expect(calls.join()).not.toMatch(/books|packages/);
});
