/** Buying: with a code that makes it free, by card, by PayPal at the emulator. */
import { any, chance } from './chances.mjs';

const P = '/customer_portal/v1';
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Reader',
  address: '1 Main Street',
  city: 'Leuven',
  state: '',
  zip: '3000',
  country: 'Belgium',
};
/** One of the provider's test cards. */
const CARD = { card_number: '4007000000027', expiry: '1245', cvv: '123' };

export async function buy(person, emulatorUrl) {
  const wanted = person.library.books.filter(({ id }) => !person.owned.has(id));
  const book = person.library.books.find(({ id }) => person.unsure.has(id)) ?? any(wanted);
  if (!book) return;
  const checkout = await person.call('checkout', 'GET', `${P}/checkout?book_id=${book.id}`);
  if (!checkout.ok || checkout.body.pending) return;
  if (checkout.body.running) {
    // An earlier attempt without an answer succeeded.
    person.unsure.delete(book.id);
    person.own(book.id);
    return;
  }
  const way = Math.random();
  if (way < 0.34 && !person.usedCode) return withCode(person, book);
  return way < 0.67
    ? byCard(person, book, checkout.body)
    : byPayPal(person, book, checkout.body, emulatorUrl);
}

/** These answers are right too, because an earlier attempt may have succeeded. */
const mayBeBought = (person, book) => (person.unsure.has(book.id) ? [409] : []);

async function withCode(person, book) {
  const quote = await person.call(
    'promo code',
    'GET',
    `${P}/promo_codes/request_discounted_price?name=WELCOME100&book_id=${book.id}`,
  );
  if (!quote.ok) return;
  const answer = await person.write(
    'bought with a code',
    'POST',
    `${P}/book_subscriptions/create_free_subscription`,
    { body: { promocode_name: 'WELCOME100', book_id: book.id }, expect: [201, ...mayBeBought(person, book)] },
    ({ status, body }) => ({
      w: 'free',
      book: book.id,
      ...(status === 201 ? { subscription: body.id } : { ok: false }),
    }),
  );
  settle(person, book, answer, answer.status === 201);
  if (answer.status === 201) person.usedCode = true;
}

async function byCard(person, book, { amount }) {
  const answer = await person.write(
    'bought by card',
    'POST',
    `${P}/payment/charge_credit_card`,
    {
      body: {
        ...{ payment: CARD, bill_to: ADDRESS, name: book.title, amount, customer: { email: person.email } },
        ...{ promo_code_name: '', book_id: book.id },
      },
      expect: [200, ...mayBeBought(person, book)],
      // The provider did not answer in time: `payment_pending`; the outcome is resolved later.
      clear: [409],
      pays: true,
    },
    ({ status, body }) => ({
      w: 'card',
      book: book.id,
      cents: Math.round(amount * 100),
      ...(status === 200 ? { subscription: body.subscription_id } : { ok: false }),
    }),
  );
  settle(person, book, answer, answer.status === 200);
}

async function byPayPal(person, book, { amount }, emulatorUrl) {
  const started = await person.call('PayPal begun', 'POST', `${P}/book_subscriptions/paypal`, {
    body: { promo_code_name: '', amount, book_id: book.id },
    expect: [201, ...mayBeBought(person, book)],
    clear: [409],
    pays: true,
  });
  if (started.status !== 201) return settle(person, book, started, false);
  const id = started.body.subscription_id;
  // PayPal's page, not ours: its availability is not counted.
  const pressed = await fetch(`${emulatorUrl}/payment-emulator/paypal/approve/${id}/yes`, {
    ...{ method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(10_000) },
  }).catch(() => null);
  if (!pressed || pressed.status >= 400) return settle(person, book, { ok: false, unsure: true }, false);
  // One in ten closes the window: the event alone must be enough.
  if (chance(0.1)) return settle(person, book, { ok: false, unsure: true }, false);
  const answer = await person.write(
    'bought by PayPal',
    'POST',
    `${P}/book_subscriptions`,
    {
      body: { payment_gateway: 'paypal', subscription_id: id, book_id: book.id },
      expect: [200, 201],
      clear: [409],
      pays: true,
    },
    ({ ok, body }) => ({
      ...{ w: 'paypal', book: book.id, cents: Math.round(amount * 100), paypal: id },
      ...(ok ? { subscription: body.id } : {}),
    }),
  );
  settle(person, book, answer, answer.ok);
}

function settle(person, book, { unsure, ok }, bought) {
  if (bought) {
    person.unsure.delete(book.id);
    person.own(book.id);
  } else if (unsure || ok) person.unsure.add(book.id);
}
