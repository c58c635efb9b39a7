import { sql } from 'kysely';
import { paymentProviders } from '../features/commerce/payment-providers.ts';
import { DAY_MS } from '../platform/durations.ts';
import type { TestApp } from './app.ts';
import type { checkout } from './checkout.ts';

/** Advances the clock over the years of a subscription, and runs what falls due in between, here and at PayPal. */
export async function liveUntil(t: TestApp, shop: ReturnType<typeof checkout>, iso: string): Promise<void> {
  // Sessions must not expire in the meantime.
  await sql`update sessions set expires_at = ${new Date('2100-01-01')}`.execute(t.deps.db);
  while (t.clock.now() < new Date(iso)) {
    const left = Date.parse(iso) - t.clock.now().getTime();
    // Nothing is due before the reminder, a month and a half before the end.
    const isFarAway = left > 45 * DAY_MS;
    t.clock.advance(isFarAway ? left - 45 * DAY_MS : Math.min(left, 10 * DAY_MS));
    await paymentProviders(t.deps).billDue();
    await shop.runJobs();
  }
  await sql`update sessions set last_seen_at = ${t.clock.now()}`.execute(t.deps.db);
}
