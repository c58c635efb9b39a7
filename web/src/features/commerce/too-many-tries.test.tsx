import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { FakeFailure, renderScreen } from '../../testing/render.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { PromoCodeForm } from './promo-code-form.tsx';
import { useCardForm } from './use-card-form.ts';

const ITEM = { mode: 'book', id: '0197a000-0000-7000-8000-0000000000b1' } as const;
const paused = (code: string, message: string, seconds: string) =>
  new FakeFailure(429, { code, message, error: message }, seconds);
const CARDS = paused('too_many_declined_cards', 'Several cards were declined. Nothing was charged.', '150');
const CODES = paused('too_many_promo_codes', 'Several promo codes were not valid.', '30');

function FilledCheckout() {
  const form = useCardForm();
  const fill = () =>
    form.setValues({
      first_name: 'Ada',
      last_name: 'Reader',
      address: '1 Main Street',
      city: 'Leuven',
      zip: '3000',
      country: 'Belgium',
      card_number: '4007 0000 0002 7',
      expiry: '12/45',
      cvv: '123',
    });
  return (
    <>
      <button type="button" onClick={fill}>
        fill
      </button>
      <PayByCard
        {...{
          item: ITEM,
          title: 'A book',
          amount: 199,
          isHeld: false,
          promoCode: '',
          replaces: undefined,
          form,
        }}
        onPaid={() => {}}
        mayPay={() => true}
        onPending={() => {}}
        onPriceChanged={() => {}}
      />
    </>
  );
}

it.each([
  ['en', 'Several cards were declined. Nothing was charged. You can try again in 3 minutes.'],
  [
    'ar',
    'رُفضت عدة بطاقات. لم يُخصم أي مبلغ، وتوقّف الدفع بالبطاقة مؤقتًا. يمكنك المحاولة مرة أخرى بعد 3 دقائق.',
  ],
] as const)('the checkout says in %s that cards are paused, and for how long', async (language, text) => {
  const user = userEvent.setup();
  await renderScreen(<FilledCheckout />, {
    namespaces: ['commerce', 'fields'],
    answers: { 'POST /payment/charge_credit_card': CARDS },
    language,
  });
  await user.click(screen.getByRole('button', { name: 'fill' }));
  await user.click(screen.getByRole('button', { name: /\$199/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

it('the checkout says that a charge without an answer may have been made', async () => {
  const user = userEvent.setup();
  await renderScreen(<FilledCheckout />, {
    namespaces: ['commerce', 'fields'],
    answers: { 'POST /payment/charge_credit_card': () => Promise.reject(new TypeError('Failed to fetch')) },
  });
  await user.click(screen.getByRole('button', { name: 'fill' }));
  await user.click(screen.getByRole('button', { name: /\$199/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not known yet whether your card was charged/);
});

it('takes the refusal of a charge away with the next attempt, also if that is not sent', async () => {
  const user = userEvent.setup();
  await renderScreen(<FilledCheckout />, {
    namespaces: ['commerce', 'fields'],
    answers: { 'POST /payment/charge_credit_card': CARDS },
  });
  await user.click(screen.getByRole('button', { name: 'fill' }));
  await user.click(screen.getByRole('button', { name: /\$199/ }));
  expect(await screen.findByRole('alert')).toBeVisible();
  await user.clear(screen.getByLabelText(/^Security code|^CVV/));
  await user.click(screen.getByRole('button', { name: /\$199/ }));
  expect(screen.queryByText(/Several cards were declined/)).toBeNull();
});

it.each([
  ['en', CODES, 'Several promo codes were not valid. You can try again in 30 seconds.'],
  [
    'en',
    new FakeFailure(422, { code: 'promo_code_invalid', message: 'no' }),
    'This promo code is not valid.',
  ],
  [
    'en',
    new FakeFailure(503, { code: 'unavailable', message: 'The service is busy.' }),
    'The service is busy.',
  ],
] as const)('the promo field says in %s what happened (%#)', async (language, failure, text) => {
  const user = userEvent.setup();
  await renderScreen(<PromoCodeForm item={ITEM} applied={null} onChange={() => {}} />, {
    namespaces: ['commerce'],
    answers: { 'GET /promo_codes/request_discounted_price': failure },
    language,
  });
  await user.type(screen.getByRole('textbox'), 'SPRING');
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText(text)).toBeVisible();
});
