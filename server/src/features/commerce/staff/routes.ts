import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { AuditAction } from '@vesalius/contract/audit-actions';
import { commerceAdminEndpoints } from '@vesalius/contract/commerce-admin';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../../platform/audit.ts';
import type { SettableClock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { demandForeseeable } from '../../../platform/demand-foreseeable.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import { pageOf, sliceOf } from '../../../platform/lists.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { mount } from '../../accounts/mount.ts';
import { findInvoiceOfPayment } from '../invoice-queries.ts';
import { presentInvoice } from '../issue-invoice.ts';
import { paymentProviders } from '../payment-providers.ts';
import { reconcile } from '../reconcile.ts';
import { findLastRun } from '../reconcile-queries.ts';
import { refundPayment } from '../refund-payment.ts';
import { findRefundMaker } from '../refund-queries.ts';
import { getRefundable } from '../refundable.ts';
import { changePrice } from './change-price.ts';
import { createPromoCode } from './create-promo-code.ts';
import { passDays } from './pass-days.ts';
import {
  type ListedPayment,
  listAllPayments,
  listDifferences,
  type PaymentFilter,
} from './payment-list-queries.ts';
import { invoiceOf, paymentsCsv } from './payments-csv.ts';
import { listPrices } from './price-queries.ts';
import {
  endPromoCode,
  hasPromoCode,
  listPromoCodes,
  listPromoUses,
  type PromoRow,
  reopenPromoCode,
} from './promo-queries.ts';
import { salesCsv, salesReport } from './sales-report.ts';

const ROWS_A_PAGE = 20;

/** Payments for staff; every change is written to the audit log. */
export function commerceStaffRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const audit = (tx: Tx, actorId: string, action: AuditAction, type: string, id: string, detail: object) =>
    recordAudit(
      tx,
      { actorId, action, subjectType: type, subjectId: id, detail: { ...detail } },
      clock.now(),
    );
  const demandFuture = (endsAt: string | null | undefined) =>
    demand(!endsAt || new Date(endsAt) > clock.now(), 'invalid', { ends_at: FIELD_MESSAGES.endInPast });
  const shownOf = ({ page, items = ROWS_A_PAGE }: { page: number; items?: number | undefined }) =>
    sliceOf(page, items);
  const listed = <Row extends { count: number }, Shown>(
    rows: readonly Row[],
    query: { page: number; items?: number | undefined },
    show: (row: Row) => Shown,
  ) => pageOf(rows, query.page, query.items ?? ROWS_A_PAGE, show);

  mount(app, deps, commerceAdminEndpoints, {
    listPrices: async ({ query }) =>
      listed(await listPrices(db, clock.now(), shownOf(query)), query, (row) => ({
        ...row,
        price: row.priceCents / 100,
        is_replaced: row.isReplaced,
      })),
    updatePrice: async ({ actor, params, body }) => {
      await changePrice(deps, {
        id: params.id,
        cents: Math.round(body.price * 100),
        previousCents: Math.round(body.previous_price * 100),
        actorId: actor.userId,
      });
      return undefined;
    },
    listPromoCodes: async ({ query }) =>
      listed(
        await listPromoCodes(db, clock.now(), {
          ...shownOf(query),
          search: query.search_term || undefined,
          state: query.state,
          sort: query.sort,
        }),
        query,
        (row) => presentPromo(row, clock.now()),
      ),
    createPromoCode: ({ actor, body }) =>
      inTransaction(db, async (tx) => {
        await holdRole(tx, actor);
        demandFuture(body.ends_at);
        demandForeseeable({ starts_at: body.starts_at, ends_at: body.ends_at }, clock.now());
        const { id } = await createPromoCode(tx, body, clock.now());
        await audit(tx, actor.userId, 'promo_code.create', 'promo_code', id, body);
        return { id };
      }),
    endPromoCode: ({ actor, params }) =>
      inTransaction(db, async (tx) => {
        await holdRole(tx, actor);
        const ended = await endPromoCode(tx, params.id, clock.now());
        demand(ended, 'not_found');
        await audit(tx, actor.userId, 'promo_code.end', 'promo_code', params.id, ended);
        return undefined;
      }),
    reopenPromoCode: ({ actor, params, body }) =>
      inTransaction(db, async (tx) => {
        await holdRole(tx, actor);
        demand(await hasPromoCode(tx, params.id), 'not_found');
        demandFuture(body.ends_at);
        demandForeseeable({ ends_at: body.ends_at }, clock.now());
        const endsAt = body.ends_at === null ? null : new Date(body.ends_at);
        const reopened = await reopenPromoCode(tx, params.id, endsAt, clock.now());
        demand(reopened, 'promo_code_running');
        await audit(tx, actor.userId, 'promo_code.reopen', 'promo_code', params.id, body);
        return undefined;
      }),
    listPromoCodeUses: async ({ params, query }) => {
      demand(await hasPromoCode(db, params.id), 'not_found');
      return listed(await listPromoUses(db, params.id, clock.now(), shownOf(query)), query, (row) => ({
        id: row.id,
        at: row.at.toISOString(),
        person: { id: row.userId, name: row.userName, email: row.email },
        title: row.title,
        paid: row.paidCents / 100,
        refunded: row.refundedCents / 100,
      }));
    },
    listAllPayments: async ({ query }) =>
      listed(
        await listAllPayments(db, { ...shownOf(query), ...paymentFilter(query) }),
        query,
        presentPayment,
      ),
    downloadPayments: async ({ actor, query, reply }) => {
      // The export contains names and addresses: its user is recorded.
      await inTransaction(db, (tx) => audit(tx, actor.userId, 'payment.export', 'payments', 'csv', query));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="payments.csv"')
        .send(paymentsCsv(db, paymentFilter(query)));
    },
    getReceipt: ({ actor, params }) =>
      inTransaction(db, async (tx) => {
        const invoice = await findInvoiceOfPayment(tx, params.id);
        demand(invoice, 'not_found');
        // It contains a name and an address: its reader is recorded.
        await audit(tx, actor.userId, 'payment.read-receipt', 'payment', params.id, {});
        return presentInvoice(invoice, deps.config);
      }),
    getRefundable: async ({ params }) => {
      const { leftCents, wholeOnly, credited, access } = await getRefundable(deps, params.id);
      return {
        left: leftCents / 100,
        whole_only: wholeOnly,
        credited_to: credited.map(({ title, endsAt }) => ({
          title,
          subscription_end_date: endsAt.toISOString(),
        })),
        access: access && {
          subscription_end_date: access.endsAt.toISOString(),
          renews: access.renews,
          paid_until: access.paidUntil?.toISOString() ?? null,
          remains: access.remains.map(({ kind, name, isWhole, packageSubscriptionId }) => ({
            kind,
            name,
            whole: isWhole,
            is_credited: credited.some(({ id }) => id === packageSubscriptionId),
          })),
        },
      };
    },
    refundPayment: async ({ actor, params, body }) => {
      const { refund_id: refundId } = body;
      const state = await refundPayment(deps, {
        refundId,
        paymentId: params.id,
        amountCents: Math.round(body.amount * 100),
        endsAccess: body.ends_access,
        endsCredited: body.ends_credited,
        reason: body.reason,
        byUserId: actor.userId,
      });
      return { state, made_by: await findRefundMaker(db, refundId) };
    },
    getSales: ({ query }) => salesReport(db, query, clock.now()),
    downloadSales: async ({ query, reply }) => {
      const { data } = await salesReport(db, query, clock.now());
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="sales by ${query.by}.csv"`)
        .send(salesCsv(data, query.by));
    },
    listDifferences: async ({ query }) => {
      const [rows, last] = await Promise.all([listDifferences(db, shownOf(query)), findLastRun(db)]);
      return {
        ...listed(rows, query, (row) => ({
          ...row,
          found_at: row.foundAt.toISOString(),
          closed_at: row.closedAt?.toISOString() ?? null,
        })),
        last_run: last && { at: last.finishedAt.toISOString(), differences: last.differences },
      };
    },
    runReconciliation: () =>
      reconcile(deps).catch((error: unknown) => {
        throw new ProductError('provider_failed', { cause: error });
      }),
    getTestClock: async () => ({
      now: clock.now().toISOString(),
      movable: settable(deps) !== null,
    }),
    advanceTestClock: async ({ actor, body }) => {
      const movable = settable(deps);
      demand(movable, 'test_mode_only');
      await passDays(deps, movable, body.days);
      await inTransaction(db, (tx) => audit(tx, actor.userId, 'clock.advance', 'clock', 'test', body));
      return { now: clock.now().toISOString(), movable: true };
    },
  });
}

/** Only for emulated payments: with real ones the clock cannot be set. */
function settable(deps: Deps): SettableClock | null {
  const isTest = paymentProviders(deps).emulator !== null && 'advance' in deps.clock;
  return isTest ? (deps.clock as SettableClock) : null;
}

const paymentFilter = (query: {
  search_term?: string | undefined;
  state?: PaymentFilter['state'];
  from?: string | undefined;
  to?: string | undefined;
}): PaymentFilter => ({
  search: query.search_term || undefined,
  state: query.state,
  from: query.from,
  to: query.to,
});

const presentPromo = (row: PromoRow, now: Date) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  value: row.kind === 'percentage' ? row.value : row.value / 100,
  item: row.item,
  starts_at: row.startsAt?.toISOString() ?? null,
  ends_at: row.endsAt?.toISOString() ?? null,
  planned_ends_at: row.plannedEndsAt?.toISOString() ?? null,
  max_uses: row.maxUses,
  max_uses_per_person: row.maxUsesPerPerson,
  mail_domain: row.mailDomain,
  recurs: row.recurs,
  uses: row.uses,
  paid: row.paidCents / 100,
  is_ended: row.endsAt !== null && row.endsAt <= now,
  is_active:
    (row.startsAt === null || row.startsAt <= now) &&
    (row.endsAt === null || row.endsAt > now) &&
    (row.maxUses === null || row.uses < row.maxUses),
});

const presentPayment = (row: ListedPayment) => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  person: { id: row.userId, name: row.userName, email: row.email },
  title: row.title,
  gateway: row.gateway,
  kind: row.kind,
  state: row.state,
  amount: row.amountCents / 100,
  refunded: row.refundedCents / 100,
  refunds: row.refunds.map(({ amountCents, at, ...refund }) => ({
    ...refund,
    amount: amountCents / 100,
    at: new Date(at).toISOString(),
  })),
  reason: row.reason,
  transaction_id: row.transactionId,
  attempt_key: row.attemptKey,
  last_four: row.lastFour,
  promo_code: row.promoCode,
  invoice_number: invoiceOf(row),
});
