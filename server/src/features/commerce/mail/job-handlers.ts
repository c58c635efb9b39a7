import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { JobHandlers } from '../../../platform/define-job.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { handleJobs } from '../../../platform/handle-jobs.ts';
import { titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { mailPerson } from '../../accounts/mail/mail-person.ts';
import { endRenewalIfCovered } from '../end-contained-renewals.ts';
import { findFreeEnd } from '../free-end-queries.ts';
import { findInvoiceOfPayment } from '../invoice-queries.ts';
import { invoiceNumber, paidWith } from '../issue-invoice.ts';
import { commerceLetters } from '../jobs.ts';
import { listApprovals } from '../list-approvals.ts';
import { findLeftShop, listLeftTitles } from '../off-sale-queries.ts';
import { findPayment } from '../payment-queries.ts';
import { findRefundFacts } from '../refund-queries.ts';
import { chargeDate, RENEWAL_TRY_DAYS } from '../schedule-renewal.ts';
import { findRenewal } from '../subscription-queries.ts';
import { findApproval } from '../waiting-queries.ts';
import { freeEndedLetter, freeEndingLetter } from './free-end-letters.ts';
import { freeStartedLetter } from './free-started-letter.ts';
import { grantedLetter, movedEndLetter } from './granted-letters.ts';
import { includedLetter } from './included-letter.ts';
import { backInShopLetter, leftShopLetter } from './left-shop-letters.ts';
import {
  cancelledLetter,
  endedLetter,
  type Further,
  paidWithText,
  receiptLetter,
  reminderLetter,
  renewalFailedLetter,
  renewingLetter,
} from './letters.ts';
import { refundLetter } from './refund-letter.ts';
import { resumedLetter } from './resumed-letter.ts';
import { waitEndedLetter } from './wait-ended-letter.ts';

/** Letters about payments, in the user's language and time zone. */
export function commerceLetterHandlers(deps: Deps): JobHandlers {
  const { db, clock, config } = deps;
  const manage = `${config.publicUrl}/subscription-management`;
  const profile = (bookId: string) => `${config.publicUrl}/book-profile/${bookId}`;
  /** No letter offers an item that is not sold. */
  const further = async (
    id: string,
    { bookId, packageId }: { bookId: string | null; packageId: string | null },
  ): Promise<Further> => {
    const left = await findLeftShop(db, id);
    if (left?.newEdition) return { kind: 'new edition', url: profile(left.newEdition.id) };
    if (left) return { kind: 'not sold', url: manage };
    return { kind: 'again', url: bookId ? profile(bookId) : `${config.publicUrl}/packages/${packageId}` };
  };
  return handleJobs(deps, commerceLetters, {
    sendReceipt: async ({ payment_id: id }, { job }) => {
      const payment = await findPayment(db, id);
      const invoice = payment && (await findInvoiceOfPayment(db, payment.id));
      if (!payment || !invoice) return;
      const subscription = payment.subscriptionId ? await findRenewal(db, payment.subscriptionId) : null;
      await mailPerson(deps, payment.userId, job.id, (person) =>
        receiptLetter(
          person,
          {
            number: invoiceNumber(invoice),
            title: titleInLetter(invoice.title),
            cents: invoice.amountCents,
            taxCents: invoice.taxCents,
            paidWith: paidWith(invoice),
            issuedAt: invoice.issuedAt,
            periodEnd: invoice.periodEnd,
            renewal: subscription?.renews
              ? { date: chargeDate(subscription), cents: subscription.renewalPriceCents }
              : null,
          },
          manage,
        ),
      );
    },
    remindRenewal: async ({ subscription_id: id, period_end: end }, { job }) => {
      const subscription = await findRenewal(db, id);
      if (!subscription?.renews || subscription.endsAt.toISOString() !== end) return;
      if (await endRenewalIfCovered(deps, id)) return;
      // An item that is not sold is not charged; its reader got another letter.
      if (await findLeftShop(db, id)) return;
      const { packageId } = subscription;
      const left = packageId ? await listLeftTitles(db, packageId, subscription.termStartedAt) : [];
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        reminderLetter(
          person,
          {
            left: left.map(titleInLetter),
            title: titleInLetter(subscription.fullTitle),
            cents: subscription.renewalPriceCents,
            date: chargeDate(subscription),
            paidWith: paidWithText(subscription),
          },
          manage,
        ),
      );
    },
    sendRenewalFailed: async ({ subscription_id: id, try: number }, { job }) => {
      const subscription = await findRenewal(db, id);
      if (!subscription?.graceFrom) return;
      const { graceFrom } = subscription;
      const days = RENEWAL_TRY_DAYS[number];
      const nextTry = days === undefined ? null : new Date(graceFrom.getTime() + days * DAY_MS);
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        renewalFailedLetter(person, { title: titleInLetter(subscription.fullTitle), nextTry }, manage),
      );
    },
    sendEnded: async ({ subscription_id: id, reason }, { job }) => {
      const subscription = await findRenewal(db, id);
      if (!subscription) return;
      // Staff have undone or moved the end.
      if (reason === CANCELLATION_REASONS.staff && subscription.endsAt > deps.clock.now()) return;
      const next = await further(id, subscription);
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        endedLetter(
          person,
          {
            title: titleInLetter(subscription.fullTitle),
            why:
              reason === CANCELLATION_REASONS.not_renewed
                ? reason
                : reason === CANCELLATION_REASONS.staff
                  ? 'staff'
                  : 'card refused',
          },
          next,
        ),
      );
    },
    sendCancelled: async ({ subscription_id: id }, { job }) => {
      const subscription = await findRenewal(db, id);
      if (!subscription || subscription.renews) return;
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        cancelledLetter(
          person,
          { title: titleInLetter(subscription.fullTitle), endsAt: subscription.endsAt },
          manage,
        ),
      );
    },
    sendRenewing: async ({ subscription_id: id }, { job }) => {
      const subscription = await findRenewal(db, id);
      // Canceled again meanwhile, or not sold: then another letter is sent.
      if (!subscription?.renews || (await findLeftShop(db, id))) return;
      const { renewalPriceCents: cents } = subscription;
      const title = titleInLetter(subscription.fullTitle);
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        renewingLetter(person, { title, cents, date: chargeDate(subscription) }, manage),
      );
    },
    sendLeftShop: async ({ subscription_id: id }, { job }) => {
      const [subscription, left] = await Promise.all([findRenewal(db, id), findLeftShop(db, id)]);
      // In the shop again, or ended.
      if (!subscription || !left || subscription.endsAt <= clock.now()) return;
      const { endsAt, renews: isHeld } = subscription;
      const title = titleInLetter(subscription.title);
      const edition = left.newEdition;
      const newEdition = edition && {
        ...{ title: titleInLetter(edition.title), edition: titleInLetter(edition.edition) },
        url: profile(edition.id),
      };
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        leftShopLetter(
          person,
          {
            title,
            endsAt,
            because: left.because,
            isHeld,
            newEdition,
            edition: left.edition === null ? null : titleInLetter(left.edition),
          },
          manage,
        ),
      );
    },
    sendBackInShop: async ({ subscription_id: id }, { job }) => {
      const subscription = await findRenewal(db, id);
      if (!subscription?.renews || (await findLeftShop(db, id))) return;
      const { renewalPriceCents: cents } = subscription;
      const title = titleInLetter(subscription.fullTitle);
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        backInShopLetter(person, { title, date: chargeDate(subscription), cents }, manage),
      );
    },
    sendIncluded: async ({ package_subscription_id: packageSubscriptionId, ended }, { job }) => {
      const bundle = await findRenewal(db, packageSubscriptionId);
      const rows = await Promise.all(
        ended.map(async ({ subscription_id: id, charge_date: date }) => {
          const row = await findRenewal(db, id);
          // Undone meanwhile: the letter would not be true.
          return row && !row.renews ? [{ title: titleInLetter(row.fullTitle), date: new Date(date) }] : [];
        }),
      );
      if (!bundle || rows.flat().length === 0) return;
      await mailPerson(deps, bundle.userId, job.id, (person) =>
        includedLetter(
          person,
          { bundle: titleInLetter(bundle.title), endsAt: bundle.endsAt, ended: rows.flat() },
          manage,
        ),
      );
    },
    sendResumed: async (
      { package_subscription_id: packageSubscriptionId, subscription_ids: ids },
      { job },
    ) => {
      const bundle = await findRenewal(db, packageSubscriptionId);
      const rows = (await Promise.all(ids.map((id) => findRenewal(db, id)))).filter((row) => row !== null);
      if (!bundle || rows.length === 0) return;
      const named = rows.map((row) => ({ ...row, title: titleInLetter(row.fullTitle) }));
      await mailPerson(deps, bundle.userId, job.id, (person) =>
        resumedLetter(person, { bundle: titleInLetter(bundle.title), rows: named, now: clock.now() }, manage),
      );
    },
    sendRefunded: async ({ refund_id: id, ended_bundles: endedBundles }, { job }) => {
      const facts = await findRefundFacts(db, id);
      if (!facts) return;
      await mailPerson(deps, facts.userId, job.id, (person) =>
        refundLetter(
          person,
          { ...facts, title: titleInLetter(facts.title), endedBundles: endedBundles.map(titleInLetter) },
          clock.now(),
          manage,
        ),
      );
    },
    sendFreeStarted: async ({ subscription_id: id }, { job }) => {
      const subscription = await findRenewal(db, id);
      if (!subscription || subscription.endsAt <= clock.now()) return;
      const title = titleInLetter(subscription.fullTitle);
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        freeStartedLetter(person, { title, endsAt: subscription.endsAt }, manage),
      );
    },
    sendGranted: async ({ subscription_id: id }, { job }) => {
      const subscription = await findRenewal(db, id);
      if (!subscription || subscription.endsAt <= clock.now()) return;
      const { endsAt, bookId } = subscription;
      const title = titleInLetter(subscription.fullTitle);
      const url = bookId ? profile(bookId) : `${config.publicUrl}/subscriped-books`;
      await mailPerson(deps, subscription.userId, job.id, (person) =>
        grantedLetter(person, { title, endsAt }, url),
      );
    },
    sendEndMoved: async ({ subscription_id: id, ends_before: before, ends_at: end }, { job }) => {
      const subscription = await findRenewal(db, id);
      // Moved again, or ended: another letter reports that. Moved back: there is nothing to report.
      if (!subscription || subscription.endsAt <= clock.now()) return;
      if (subscription.endsAt.toISOString() !== end || end === before) return;
      const { endsAt, renews } = subscription;
      const moved = {
        title: titleInLetter(subscription.fullTitle),
        endsAt,
        endsBefore: new Date(before),
        renewsAt: renews ? chargeDate(subscription) : null,
      };
      await mailPerson(deps, subscription.userId, job.id, (person) => movedEndLetter(person, moved, manage));
    },
    sendWaitEnded: async ({ order_id: id }, { job }) => {
      const userId = (await findApproval(db, id))?.userId;
      const ended = userId ? (await listApprovals(db, userId, clock.now())).ended : [];
      // Bought meanwhile, or in a bundle: there is nothing to do.
      const wait = ended.find((one) => one.id === id);
      if (!wait) return;
      const query = new URLSearchParams({
        mode: wait.bookId ? 'book' : 'package',
        id: wait.bookId ?? wait.packageId ?? '',
      });
      await mailPerson(deps, wait.userId, job.id, (person) =>
        waitEndedLetter(
          person,
          { ...wait, title: titleInLetter(wait.title) },
          `${config.publicUrl}/checkout?${query}`,
        ),
      );
    },
    remindFreeEnd: async ({ subscription_id: id, period_end: end }, { job }) => {
      const date = new Date(end);
      const free = date > clock.now() && (await findFreeEnd(db, id, date));
      if (!free) return;
      const next = await further(id, free);
      await mailPerson(deps, free.userId, job.id, (person) =>
        freeEndingLetter(person, { title: titleInLetter(free.title), date }, next),
      );
    },
    sendFreeEnded: async ({ subscription_id: id, period_end: end }, { job }) => {
      const date = new Date(end);
      const free = await findFreeEnd(db, id, date);
      if (!free) return;
      const next = await further(id, free);
      await mailPerson(deps, free.userId, job.id, (person) =>
        freeEndedLetter(person, { title: titleInLetter(free.title), date }, next),
      );
    },
  });
}
