import type { Deps } from '../../platform/deps.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { type CreditedPackage, listCreditedPackages } from './credit-queries.ts';
import { cardsOf } from './payment-providers.ts';
import { findPayment } from './payment-queries.ts';
import { findPaidAccess, type PaidAccess } from './refund-queries.ts';
import { listRemainingAccess, type RemainingWay } from './remaining-access.ts';

/**
 * The amount of a payment that can be refunded now. Asks the card provider, because an unsettled payment can only be
 * refunded in full.
 */
export async function getRefundable(
  deps: Deps,
  paymentId: string,
): Promise<{
  leftCents: number;
  wholeOnly: boolean;
  credited: CreditedPackage[];
  access: (PaidAccess & { remains: RemainingWay[] }) | null;
}> {
  const payment = await findPayment(deps.db, paymentId);
  demand(payment, 'not_found');
  const { transactionId } = payment;
  demand(payment.state === 'approved' && transactionId, 'not_refundable');
  const leftCents = payment.amountCents - payment.refundedCents;
  const credited = await listCreditedPackages(deps.db, payment.id, deps.clock.now());
  const paid = await findPaidAccess(deps.db, payment.id, deps.clock.now());
  const access = paid && {
    ...paid,
    remains: await listRemainingAccess(deps.db, payment.id, deps.clock.now()),
  };
  if (payment.gateway === 'paypal') return { leftCents, wholeOnly: false, credited, access };
  const isSettled = await cardsOf(deps)
    .isSettled(transactionId)
    .catch((error: unknown) => {
      throw new ProductError('provider_failed', { cause: error });
    });
  return { leftCents, wholeOnly: !isSettled, credited, access };
}
