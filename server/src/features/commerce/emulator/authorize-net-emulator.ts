import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../../platform/durations.ts';
import { type EmulatedCharge, type EmulatorStore, mintNumber } from './state.ts';

/** The protocol's data, read as leniently as the provider reads it. */
type Json = ReturnType<typeof JSON.parse>;

/** How long a hanging answer takes (milliseconds): longer than any client waits. */
const HANG_MS = 120_000;
const BOM = '\uFEFF';

/**
 * Authorize.Net's `request.api` as far as we use it: charges by card or stored profile, refunds, voids, lists, stored
 * profiles. The test triggers are the provider's: billing zip 46282 declines, card codes 900 to 904 return their
 * result letter.
 */
export function registerAuthorizeNetEmulator(app: FastifyInstance, store: EmulatorStore, path: string): void {
  app.post<{ Body: Json }>(path, async (request, reply) => {
    const [name, body] = Object.entries(request.body ?? {})[0] ?? ['', {}];
    reply.type('application/json; charset=utf-8');
    const answer = await handle(store, name, body as Json);
    return reply.send(BOM + JSON.stringify(answer));
  });
}

async function handle(store: EmulatorStore, name: string, body: Json): Promise<Json> {
  if (!body?.merchantAuthentication?.transactionKey) return failed('E00007', 'User authentication failed.');
  if (name === 'createTransactionRequest') return transact(store, body);
  if (name === 'createCustomerProfileFromTransactionRequest') return storeProfile(store, body);
  if (name === 'createCustomerProfileRequest') return storeNewCard(store, body);
  if (name === 'getTransactionDetailsRequest') return details(store, body);
  if (name === 'deleteCustomerProfileRequest') return deleteProfile(store, body);
  if (name === 'getUnsettledTransactionListRequest')
    return { transactions: store.state.charges.filter(isUnsettled).map(listed), ...ok() };
  if (name === 'getSettledBatchListRequest') {
    const { firstSettlementDate: first, lastSettlementDate: last } = body;
    if (Date.parse(last) - Date.parse(first) > 31 * DAY_MS)
      return failed('E00003', 'The date range must not exceed 31 days.');
    return { batchList: [{ batchId: 'all' }], ...ok() };
  }
  if (name === 'getTransactionListRequest')
    return {
      transactions: store.state.charges.filter((charge) => !isUnsettled(charge)).map(listed),
      ...ok(),
    };
  return failed('E00003', `The element '${name}' is not known.`);
}

const isUnsettled = ({ status }: EmulatedCharge) =>
  status === 'capturedPendingSettlement' ||
  status === 'FDSPendingReview' ||
  status === 'refundPendingSettlement';

async function transact(store: EmulatorStore, body: Json): Promise<Json> {
  const { transactionType, refTransId } = body.transactionRequest ?? {};
  if (transactionType === 'authCaptureTransaction') return charge(store, body);
  const { scenario } = store.state;
  if (scenario === 'timeout_before_charge') return hang();
  const original = store.state.charges.find(({ id }) => id === refTransId);
  if (!original) return refused('16', 'The transaction cannot be found.');
  if (transactionType === 'refundTransaction') {
    if (original.status !== 'settledSuccessfully')
      return refused('54', 'The referenced transaction does not meet the criteria for issuing a credit.');
    // A refund is a separate transaction; the original does not change.
    const cents = Math.round(Number(body.transactionRequest.amount) * 100);
    const refunded = (original.refundedCents ?? 0) + cents;
    if (refunded > original.amountCents)
      return refused('55', 'The sum of credits would exceed the original debit amount.');
    original.refundedCents = refunded;
    const refund: EmulatedCharge = {
      id: mintNumber(11),
      invoiceNumber: String(body.transactionRequest.order?.invoiceNumber ?? ''),
      amountCents: cents,
      lastFour: original.lastFour,
      cardFingerprint: original.cardFingerprint,
      at: store.now().toISOString(),
      status: 'refundPendingSettlement',
    };
    store.state.charges.push(refund);
    store.save();
    if (scenario === 'timeout_after_charge') return hang();
    return approved(refund);
  }
  if (!isUnsettled(original) && original.status !== 'voided')
    return refused('16', 'The transaction cannot be found.');
  original.status = 'voided';
  store.save();
  if (scenario === 'timeout_after_charge') return hang();
  return approved(original);
}

async function charge(store: EmulatorStore, body: Json): Promise<Json> {
  const { scenario } = store.state;
  if (scenario === 'timeout_before_charge') return hang();
  if (scenario === 'server_error') throw Object.assign(new Error('emulated failure'), { statusCode: 500 });
  const request = body.transactionRequest;
  const problem = refusalOf(store, request);
  const source = sourceOf(store, request);
  const made: EmulatedCharge = {
    id: mintNumber(11),
    invoiceNumber: String(request.order?.invoiceNumber ?? ''),
    amountCents: Math.round(Number(request.amount) * 100),
    lastFour: source.lastFour,
    cardFingerprint: source.fingerprint,
    cardType: source.cardType,
    at: store.now().toISOString(),
    status: problem ? 'declined' : scenario === 'hold' ? 'FDSPendingReview' : 'capturedPendingSettlement',
  };
  store.state.charges.push(made);
  store.save();
  if (scenario === 'timeout_after_charge') return hang();
  if (problem) return refused(problem[0], problem[1], made);
  if (made.status === 'FDSPendingReview')
    return {
      transactionResponse: { ...responseOf(made), responseCode: '4', messages: [{ code: '253' }] },
      ...ok(),
    };
  return approved(made);
}

/** The provider's reason code and text of a refusal, or null. */
function refusalOf(store: EmulatorStore, request: Json): [string, string] | null {
  const card = request.payment?.creditCard;
  if (store.state.scenario === 'decline' || request.billTo?.zip === '46282')
    return ['2', 'This transaction has been declined.'];
  if (card) {
    if (!isCardNumber(String(card.cardNumber))) return ['6', 'The credit card number is invalid.'];
    const [year, month] = String(card.expirationDate).split('-').map(Number);
    if (!year || !month || month > 12) return ['7', 'Credit card expiration date is invalid.'];
    if (new Date(Date.UTC(year, month, 1)) <= store.now()) return ['8', 'The credit card has expired.'];
    if (card.cardCode === '901') return ['44', 'The card code does not match.'];
  }
  const source = sourceOf(store, request);
  const seconds = Number(
    request.transactionSettings?.setting?.find((one: Json) => one.settingName === 'duplicateWindow')
      ?.settingValue ?? 120,
  );
  const amountCents = Math.round(Number(request.amount) * 100);
  const earliest = store.now().getTime() - seconds * 1000;
  const same = store.state.charges.some(
    (one) =>
      one.status === 'capturedPendingSettlement' &&
      one.invoiceNumber === request.order?.invoiceNumber &&
      one.cardFingerprint === source.fingerprint &&
      one.amountCents === amountCents &&
      new Date(one.at).getTime() > earliest,
  );
  return same ? ['11', 'A duplicate transaction has been submitted.'] : null;
}

function sourceOf(
  store: EmulatorStore,
  request: Json,
): { fingerprint: string; lastFour: string; cardType: string } {
  const card = request.payment?.creditCard;
  if (card) {
    const number = String(card.cardNumber);
    return {
      fingerprint: createHash('sha256').update(number).digest('hex'),
      lastFour: number.slice(-4),
      cardType: number.startsWith('5') ? 'MasterCard' : number.startsWith('3') ? 'AmericanExpress' : 'Visa',
    };
  }
  const profile = store.state.profiles.find(
    ({ customerProfileId }) => customerProfileId === request.profile?.customerProfileId,
  );
  return {
    fingerprint: profile?.cardFingerprint ?? '',
    lastFour: profile?.lastFour ?? '0000',
    cardType: 'Visa',
  };
}

/** ISO/IEC 7812: the last digit is a check digit (Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function storeProfile(store: EmulatorStore, body: Json): Json {
  const origin = store.state.charges.find(({ id }) => id === body.transId);
  if (!origin) return failed('E00040', 'The record cannot be found.');
  const profile = {
    customerProfileId: mintNumber(10),
    paymentProfileId: mintNumber(10),
    cardFingerprint: origin.cardFingerprint,
    lastFour: origin.lastFour,
  };
  store.state.profiles.push(profile);
  store.save();
  return {
    customerProfileId: profile.customerProfileId,
    customerPaymentProfileIdList: [profile.paymentProfileId],
    ...ok(),
  };
}

/** Validation in live mode: a card that would be declined is not stored. */
function storeNewCard(store: EmulatorStore, body: Json): Json {
  const { billTo, payment } = body.profile?.paymentProfiles ?? {};
  const request = { billTo, payment, amount: 0 };
  const problem = refusalOf(store, request);
  if (problem)
    return {
      ...failed('E00027', 'The transaction was unsuccessful.'),
      validationDirectResponseList: [`3,1,${problem[0]},${problem[1]}`],
    };
  const source = sourceOf(store, request);
  const profile = {
    customerProfileId: mintNumber(10),
    paymentProfileId: mintNumber(10),
    cardFingerprint: source.fingerprint,
    lastFour: source.lastFour,
  };
  store.state.profiles.push(profile);
  store.save();
  return {
    customerProfileId: profile.customerProfileId,
    customerPaymentProfileIdList: [profile.paymentProfileId],
    ...ok(),
  };
}

function details(store: EmulatorStore, body: Json): Json {
  const charge = store.state.charges.find(({ id }) => id === body.transId);
  if (!charge) return failed('E00040', 'The record cannot be found.');
  return { transaction: { transId: charge.id, transactionStatus: charge.status }, ...ok() };
}

function deleteProfile(store: EmulatorStore, body: Json): Json {
  const { profiles } = store.state;
  const index = profiles.findIndex((one) => one.customerProfileId === body.customerProfileId);
  if (index < 0) return failed('E00040', 'The record cannot be found.');
  profiles.splice(index, 1);
  store.save();
  return ok();
}

const hang = () =>
  new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('hung')), HANG_MS).unref());
const ok = () => ({ messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] } });
const failed = (code: string, text: string) => ({
  messages: { resultCode: 'Error', message: [{ code, text }] },
});
const responseOf = (made: EmulatedCharge) => ({
  transId: made.id,
  accountNumber: `XXXX${made.lastFour}`,
  accountType: made.cardType ?? 'Visa',
});
const approved = (made: EmulatedCharge) => ({
  transactionResponse: {
    ...responseOf(made),
    responseCode: '1',
    messages: [{ code: '1', description: 'This transaction has been approved.' }],
  },
  ...ok(),
});
/** A refused charge answers `Ok` or `Error`: the truth is in responseCode and errors. */
const refused = (errorCode: string, errorText: string, made?: EmulatedCharge) => ({
  transactionResponse: {
    ...(made ? responseOf(made) : {}),
    responseCode: errorCode === '2' ? '2' : '3',
    errors: [{ errorCode, errorText }],
  },
  ...failed('E00027', 'The transaction was unsuccessful.'),
});
const listed = (made: EmulatedCharge) => ({
  transId: made.id,
  submitTimeUTC: made.at,
  transactionStatus: made.status,
  invoiceNumber: made.invoiceNumber,
  accountNumber: `XXXX${made.lastFour}`,
  settleAmount: made.amountCents / 100,
});
