import { wholeList } from '@vesalius/contract/atoms';
import { commerceEndpoints } from '@vesalius/contract/commerce';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { pageOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { mount } from '../accounts/mount.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { chargeCreditCard } from './charge-credit-card.ts';
import { createBookSubscription } from './create-book-subscription.ts';
import { createFreeSubscription } from './create-free-subscription.ts';
import { createPaypalSubscription } from './create-paypal-subscription.ts';

import { getCheckout, type ListHeldBooks } from './get-checkout.ts';
import { findInvoice } from './invoice-queries.ts';
import { presentInvoice } from './issue-invoice.ts';
import { listApprovals, presentApproval } from './list-approvals.ts';
import { paymentProviders } from './payment-providers.ts';
import { listPayments } from './payment-queries.ts';
import { type Buyer, countPromoGuesses } from './payment-throttles.ts';
import { presentPayment } from './present-payment.ts';
import { presentSubscription } from './present-subscription.ts';
import { listSubscriptions } from './queries.ts';
import { registerPayPalWebhook } from './receive-webhook.ts';
import { requestDiscountedPrice } from './request-discounted-price.ts';
import { resumeSubscription } from './resume-subscription.ts';
import { returnOrigin } from './return-origin.ts';
import { updateSubscriptionCard } from './update-subscription-card.ts';

const PAYMENTS_A_PAGE = 10;

const buyerOf = (actor: Actor, request: FastifyRequest): Buyer => ({ userId: actor.userId, ip: request.ip });

export function commerceRoutes(
  app: FastifyInstance,
  deps: Deps,
  { listHeldBooks }: { listHeldBooks: ListHeldBooks },
): void {
  const { db, clock, config } = deps;
  registerPayPalWebhook(app, deps);
  paymentProviders(deps).deliverTo(app);
  mount(app, deps, commerceEndpoints, {
    requestDiscountedPrice: ({ actor, query, request }) =>
      countPromoGuesses(deps, buyerOf(actor, request), query.name, () =>
        requestDiscountedPrice(db, actor.userId, query, clock.now()),
      ),
    createFreeSubscription: async ({ actor, body, request }) => {
      const row = await countPromoGuesses(deps, buyerOf(actor, request), body.promocode_name, () =>
        createFreeSubscription(db, actor.userId, body, clock.now()),
      );
      return presentSubscription(row, clock.now());
    },
    getCheckout: ({ actor, query }) => getCheckout({ ...deps, listHeldBooks }, actor, query),
    chargeCreditCard: async ({ actor, body, request }) => {
      const buyer = buyerOf(actor, request);
      const { subscriptionId, paidBefore } = await countPromoGuesses(deps, buyer, body.promo_code_name, () =>
        chargeCreditCard(deps, buyer, body),
      );
      return {
        message: 'Thank you. Your payment was successful.',
        subscription_id: subscriptionId,
        paid_before: paidBefore,
      };
    },
    createPaypalSubscription: async ({ actor, body, request }) => {
      const buyer = buyerOf(actor, request);
      const origin = returnOrigin(deps.config.publicUrl, request, paymentProviders(deps).emulator !== null);
      return countPromoGuesses(deps, buyer, body.promo_code_name, () =>
        createPaypalSubscription(deps, buyer, body, origin),
      );
    },
    createBookSubscription: async ({ actor, body }) =>
      presentSubscription(await createBookSubscription(deps, actor.userId, body), clock.now()),
    updateBookSubscription: async ({ actor, params, body }) => {
      const reason = body.cancellation_reason;
      await cancelSubscription(db, { id: params.id, userId: actor.userId, reason, at: clock.now() });
      return { message: 'The subscription will not renew.' };
    },
    resumeBookSubscription: async ({ actor, params }) =>
      presentSubscription(
        await resumeSubscription(db, { id: params.id, userId: actor.userId }, clock.now()),
        clock.now(),
      ),
    updateSubscriptionCard: async ({ actor, params, body, request }) =>
      presentSubscription(
        await updateSubscriptionCard(deps, { id: params.id, ...buyerOf(actor, request) }, body),
        clock.now(),
      ),
    listSubscribedBooks: async ({ actor, query }) => {
      const { page, items = PAGE_SIZE.subscribedBooks } = query;
      const rows = await listSubscriptions(db, actor.userId, clock.now(), sliceOf(page, items));
      return pageOf(rows, page, items, (row) => presentSubscription(row, clock.now()));
    },
    listPayments: async ({ actor, query }) => {
      const { page, items = PAYMENTS_A_PAGE } = query;
      return pageOf(await listPayments(db, actor.userId, sliceOf(page, items)), page, items, presentPayment);
    },
    listWaitingPurchases: async ({ actor }) => {
      const { waiting, ended } = await listApprovals(db, actor.userId, clock.now());
      return wholeList([...waiting, ...ended].map(presentApproval));
    },
    getInvoice: async ({ actor, params }) => {
      const invoice = await findInvoice(db, params.id, actor.userId);
      demand(invoice, 'not_found');
      return presentInvoice(invoice, config);
    },
  });
}
