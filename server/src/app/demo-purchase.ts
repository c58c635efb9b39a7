import { chargeCreditCard } from '../features/commerce/charge-credit-card.ts';
import type { Deps } from '../platform/deps.ts';
import type { DemoBook } from './demo-reader-queries.ts';

export interface DemoBuyer {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly secondName: string;
}

/** The discount of a promo code, in percent; its name is in `DEMO_PROMO_CODES`. */
export interface DemoDiscount {
  readonly name: string;
  readonly percent: number;
}

/** A card number that the emulated provider accepts, and Authorize.Net's sandbox as well. */
const TEST_CARD = { card_number: '4007000000027', expiry: '1235', cvv: '123' };

/** Buys a year of a book by card, at the time of `deps.clock`. Answers with the id of the subscription. */
export async function buyByCard(
  deps: Deps,
  { id, email, firstName, secondName }: DemoBuyer,
  book: DemoBook,
  discount: DemoDiscount | null = null,
): Promise<string> {
  const amountCents = Math.round((book.priceCents * (100 - (discount?.percent ?? 0))) / 100);
  const { subscriptionId } = await chargeCreditCard(
    deps,
    { userId: id, ip: '127.0.0.1' },
    {
      payment: TEST_CARD,
      bill_to: {
        first_name: firstName,
        last_name: secondName,
        address: 'Naamsestraat 22',
        city: 'Leuven',
        state: '',
        zip: '3000',
        country: 'Belgium',
      },
      amount: amountCents / 100,
      customer: { email },
      promo_code_name: discount?.name ?? '',
      book_id: book.id,
    },
  );
  return subscriptionId;
}
