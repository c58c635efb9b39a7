/** The checkout for tests: the calls of a browser, with the provider's test cards. */

import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { jobHandlers } from '../app/job-handlers.ts';
import { type EmulatorStore, mintId } from '../features/commerce/emulator/state.ts';
import { paymentProviders } from '../features/commerce/payment-providers.ts';
import { one } from '../platform/database/database.ts';
import { DAY_MS } from '../platform/durations.ts';
import { newId } from '../platform/ids.ts';
import { runDueJobs } from '../platform/jobs.ts';
import type { Answer, CallingApp, Person } from './calling-app.ts';
import { recordingLog } from './recording-log.ts';

export const VISA = '4007000000027';
export const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Reader',
  address: '1 Main Street',
  city: 'Leuven',
  state: '',
  zip: '3000',
  country: 'Belgium',
};

export interface Purchase {
  as: Person;
  bookId?: string;
  packageId?: string;
  amount?: number;
  promo?: string;
  replaces?: string;
  /** The buyer knows of the access by other means. */
  despite?: boolean;
  card?: Partial<{ card_number: string; expiry: string; cvv: string }>;
  zip?: string;
}

export function checkout(t: CallingApp) {
  const { clock } = t;
  const { db } = t.deps;
  const item = ({ bookId, packageId }: Purchase) =>
    bookId ? { book_id: bookId } : { package_id: packageId };
  return {
    emulator: (): EmulatorStore => {
      const { emulator } = paymentProviders(t.deps);
      if (!emulator) throw new Error('payments are not emulated');
      return emulator;
    },
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    pay: (purchase: Purchase): Promise<Answer<any>> =>
      t.call(commerceCalls.chargeCreditCard, {
        as: purchase.as,
        body: {
          payment: { card_number: VISA, expiry: '1245', cvv: '123', ...purchase.card },
          bill_to: { ...ADDRESS, ...(purchase.zip ? { zip: purchase.zip } : {}) },
          name: 'A book',
          amount: purchase.amount ?? 199,
          customer: { email: purchase.as.email },
          promo_code_name: purchase.promo ?? '',
          ...(purchase.despite ? { despite_access: true } : {}),
          ...(purchase.replaces ? { replaces_subscription_id: purchase.replaces } : {}),
          ...item(purchase),
        },
      }),
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    startPayPal: (purchase: Purchase): Promise<Answer<any>> =>
      t.call(commerceCalls.createPaypalSubscription, {
        as: purchase.as,
        body: {
          promo_code_name: purchase.promo ?? '',
          ...(purchase.amount === undefined ? {} : { amount: purchase.amount }),
          ...(purchase.despite ? { despite_access: true } : {}),
          ...(purchase.replaces ? { replaces_subscription_id: purchase.replaces } : {}),
          ...item(purchase),
        },
      }),
    /** The buyer's answer on PayPal's page. */
    approve: async (subscriptionId: string, answer: 'yes' | 'no' = 'yes') => {
      await t.app.inject({
        method: 'POST',
        url: `/payment-emulator/paypal/approve/${subscriptionId}/${answer}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      });
    },
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    comeBack: (purchase: Purchase, subscriptionId: string): Promise<Answer<any>> =>
      t.call(commerceCalls.createBookSubscription, {
        as: purchase.as,
        body: { payment_gateway: 'paypal', subscription_id: subscriptionId, ...item(purchase) },
      }),
    runJobs: () => runDueJobs({ db, clock, handlers: jobHandlers(t.deps), log: recordingLog() }),
    /** Moves the clock in steps of a day and runs what falls due each day, as the worker would. */
    async passDays(days: number) {
      for (let day = 0; day < days; day += 1) {
        clock.advance(DAY_MS);
        await this.runJobs();
      }
    },
    subscriptions: async (as: Person) => (await t.call(commerceCalls.listSubscribedBooks, { as })).body.data,
    payments: async (as: Person) => (await t.call(commerceCalls.listPayments, { as })).body.data,
    count: async (table: string, where = 'true') =>
      (
        await one(
          db,
          sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`,
        )
      ).n,
    buildCode: async (more: {
      kind?: string;
      value: number;
      maxUses?: number;
      recurs?: boolean;
      perPerson?: number | null;
    }) => {
      const name = `CODE${mintId('', 8)}`;
      await sql`insert into promo_codes (id, name, kind, value, max_uses, max_uses_per_person, recurs, created_at)
        values (${newId()}, ${name}, ${more.kind ?? 'percentage'}, ${more.value}, ${more.maxUses ?? null},
          ${more.perPerson === undefined ? 1 : more.perPerson}, ${more.recurs ?? false}, now())`.execute(db);
      return name;
    },
  };
}
