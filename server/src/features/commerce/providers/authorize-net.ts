import { z } from 'zod';
import type { Secret } from '../../../config/config.ts';
import { declineReason } from './authorize-net-codes.ts';
import {
  addressOf,
  cardTypeOf,
  dollars,
  expirationDate,
  transactionRequest,
} from './authorize-net-request.ts';
import {
  type CardProvider,
  type ChargeResult,
  type FoundTransaction,
  NotSettledYet,
  OutcomeUnknown,
  ProviderRefused,
} from './card-provider.ts';
import { dateSlices } from './date-slices.ts';

export interface AuthorizeNetOptions {
  /** `https://api.authorize.net/xml/v1/request.api`, its sandbox, or the emulator. */
  readonly url: string;
  readonly loginId: string;
  readonly transactionKey: Secret;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

const RECORD_NOT_FOUND = 'E00040';
const DEFAULT_TIMEOUT_MS = 25_000;

const Messages = z.object({
  resultCode: z.string(),
  message: z.array(z.object({ code: z.string(), text: z.string() })).default([]),
});
const TransactionResponse = z.object({
  responseCode: z.string().optional(),
  transId: z.string().default(''),
  accountNumber: z.string().default(''),
  accountType: z.string().default(''),
  messages: z.array(z.object({ code: z.string() })).optional(),
  errors: z.array(z.object({ errorCode: z.string(), errorText: z.string() })).optional(),
});
const ListedTransaction = z.object({
  transId: z.string(),
  transactionStatus: z.string(),
  invoiceNumber: z.string().default(''),
  accountNumber: z.string().default(''),
  settleAmount: z.number(),
  submitTimeUTC: z.string(),
});

/**
 * Authorize.Net's JSON over `request.api`. The provider checks the order of keys against its schema, so every object
 * below follows AnetApiSchema.xsd. Its answers may begin with a byte order mark.
 */
export function authorizeNet(options: AuthorizeNetOptions): CardProvider {
  const authentication = { name: options.loginId, transactionKey: options.transactionKey.reveal() };

  async function ask<Schema extends z.ZodType>(request: string, body: object, schema: Schema) {
    const payload = { [request]: { merchantAuthentication: authentication, ...body } };
    let text: string;
    try {
      const response = await (options.fetch ?? fetch)(options.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
        signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      });
      text = await response.text();
      if (!response.ok) throw new Error(`status ${response.status}`);
    } catch (error) {
      // The request may or may not have arrived. Its text is not logged, because the body contains the card.
      throw new OutcomeUnknown(`no answer to ${request}`, { cause: (error as Error).name });
    }
    try {
      return z
        .intersection(schema, z.object({ messages: Messages }))
        .parse(JSON.parse(text.replace(/^\uFEFF/, '')));
    } catch {
      throw new OutcomeUnknown(`unreadable answer to ${request}`);
    }
  }

  /** A refused list must not count as empty: a transaction missing from a list counts as never sent. */
  async function askList<Schema extends z.ZodType>(request: string, body: object, schema: Schema) {
    const answer = await ask(request, body, schema);
    const { resultCode, message } = answer.messages;
    if (resultCode !== 'Ok')
      throw new ProviderRefused(`${message[0]?.code ?? 'no code'}: ${request} was refused`);
    return answer;
  }

  async function list(from: Date, to: Date): Promise<FoundTransaction[]> {
    const Listed = z.object({ transactions: z.array(ListedTransaction).default([]) });
    const Batches = z.object({ batchList: z.array(z.object({ batchId: z.string() })).default([]) });
    const unsettled = await askList('getUnsettledTransactionListRequest', {}, Listed);
    // A batch at the border of two slices is in both.
    const batchIds = new Set<string>();
    for (const slice of dateSlices(from, to)) {
      const range = {
        includeStatistics: false,
        firstSettlementDate: slice.from.toISOString(),
        lastSettlementDate: slice.to.toISOString(),
      };
      const { batchList } = await askList('getSettledBatchListRequest', range, Batches);
      for (const { batchId } of batchList) batchIds.add(batchId);
    }
    const settled: z.output<typeof ListedTransaction>[] = [];
    for (const batchId of batchIds)
      settled.push(...(await askList('getTransactionListRequest', { batchId }, Listed)).transactions);
    return [...unsettled.transactions, ...settled]
      .map(found)
      .filter(({ submittedAt }) => submittedAt >= from && submittedAt <= to);
  }

  async function isSettled(transactionId: string): Promise<boolean> {
    const { transaction, messages } = await ask(
      'getTransactionDetailsRequest',
      { transId: transactionId },
      z.object({ transaction: z.object({ transactionStatus: z.string() }).optional() }),
    );
    if (!transaction)
      throw new ProviderRefused(`${messages.message[0]?.code ?? 'no code'}: the payment is not known`);
    return transaction.transactionStatus === 'settledSuccessfully';
  }

  return {
    isSettled,
    async charge(charge) {
      const { transactionResponse, messages } = await ask(
        'createTransactionRequest',
        { refId: charge.attemptKey.slice(0, 20), transactionRequest: transactionRequest(charge) },
        z.object({ transactionResponse: TransactionResponse.optional() }),
      );
      return chargeResult(transactionResponse, messages);
    },
    async findByAttempt(attemptKey, around) {
      const hours = 36 * 3600 * 1000;
      const all = await list(new Date(around.getTime() - hours), new Date(around.getTime() + hours));
      const own = all.filter((transaction) => transaction.attemptKey === attemptKey);
      return own.find(({ status }) => status === 'approved') ?? own[0] ?? null;
    },
    listTransactions: list,
    async findRefund(key, { transactionId, around }) {
      const hours = 36 * 3600 * 1000;
      const all = await list(new Date(around.getTime() - hours), new Date(around.getTime() + hours));
      const refund = all.find(({ attemptKey, status }) => attemptKey === key && status === 'refunded');
      const voided = all.find((one) => one.transactionId === transactionId && one.status === 'voided');
      const known = refund ?? voided;
      return known ? { refundId: known.transactionId } : null;
    },
    async storeCard(transactionId, customer) {
      const answer = await ask(
        'createCustomerProfileFromTransactionRequest',
        {
          transId: transactionId,
          customer: { merchantCustomerId: customer.id.slice(-20), email: customer.email },
        },
        z.object({ customerProfileId: z.string(), customerPaymentProfileIdList: z.array(z.string()).min(1) }),
      );
      return {
        customerProfileId: answer.customerProfileId,
        paymentProfileId: answer.customerPaymentProfileIdList[0] as string,
      };
    },
    async storeNewCard(card, customer) {
      // A unique name for each card: the provider refuses a repeated customer.
      const merchantCustomerId = `${customer.id.slice(-11)}-${Date.now().toString(36)}`.slice(-20);
      const answer = await ask(
        'createCustomerProfileRequest',
        {
          profile: {
            merchantCustomerId,
            email: customer.email,
            paymentProfiles: {
              customerType: 'individual',
              billTo: addressOf(customer.billTo),
              payment: {
                creditCard: {
                  cardNumber: card.number,
                  expirationDate: expirationDate(card.expiry),
                  cardCode: card.cvv,
                },
              },
            },
          },
          validationMode: 'liveMode',
        },
        z.object({
          customerProfileId: z.string().optional(),
          customerPaymentProfileIdList: z.array(z.string()).default([]),
          validationDirectResponseList: z.array(z.string()).default([]),
        }),
      );
      const [paymentProfileId] = answer.customerPaymentProfileIdList;
      // The third field of the direct response is the reason code; 1 is approved.
      const [, , code = ''] = answer.validationDirectResponseList[0]?.split(',') ?? [];
      if (answer.messages.resultCode !== 'Ok' || !answer.customerProfileId || !paymentProfileId) {
        if (answer.messages.message[0]?.code === 'E00027')
          return { outcome: 'declined', reason: declineReason(code), providerCode: code };
        throw new ProviderRefused(
          `${answer.messages.message[0]?.code ?? 'no code'}: the card was not stored`,
        );
      }
      return {
        outcome: 'stored',
        customerProfileId: answer.customerProfileId,
        paymentProfileId,
        lastFour: card.number.slice(-4),
        cardType: cardTypeOf(card.number),
      };
    },
    async forgetCard(customerProfileId) {
      const { messages } = await ask('deleteCustomerProfileRequest', { customerProfileId }, z.object({}));
      const code = messages.message[0]?.code;
      if (messages.resultCode !== 'Ok' && code !== RECORD_NOT_FOUND)
        throw new ProviderRefused(`${code ?? 'no code'}: the card was not deleted`);
    },
    async refund(transactionId, amountCents, { key, lastFour, isWhole }) {
      const Answer = z.object({ transactionResponse: TransactionResponse.optional() });
      const amount = dollars(amountCents);
      const payment = { creditCard: { cardNumber: lastFour.slice(-4), expirationDate: 'XXXX' } };
      const refund = {
        transactionType: 'refundTransaction',
        amount,
        payment,
        refTransId: transactionId,
        order: { invoiceNumber: key },
      };
      const refunded = await ask('createTransactionRequest', { transactionRequest: refund }, Answer);
      if (refunded.transactionResponse?.responseCode === '1')
        return { refundId: refunded.transactionResponse.transId };
      if (!isWhole)
        throw (await isSettled(transactionId))
          ? new ProviderRefused('the refund was refused')
          : new NotSettledYet('a part can be refunded after the payment has settled');
      const voided = await ask(
        'createTransactionRequest',
        { transactionRequest: { transactionType: 'voidTransaction', refTransId: transactionId } },
        Answer,
      );
      if (voided.transactionResponse?.responseCode === '1')
        return { refundId: voided.transactionResponse.transId };
      throw new ProviderRefused('the refund was refused');
    },
  };
}

/** `Ok` is not an approval: that needs resultCode Ok, responseCode 1 and a message. */
function chargeResult(
  response: z.output<typeof TransactionResponse> | undefined,
  messages: z.output<typeof Messages>,
): ChargeResult {
  const code = response?.errors?.[0]?.errorCode ?? '';
  if (!response || (messages.resultCode !== 'Ok' && !response.responseCode && !code)) {
    const [first] = messages.message;
    throw new ProviderRefused(`${first?.code ?? 'no code'}: the request was refused`);
  }
  if (response.responseCode === '4') return { outcome: 'held', transactionId: response.transId };
  if (messages.resultCode === 'Ok' && response.responseCode === '1' && response.messages?.length)
    return {
      outcome: 'approved',
      transactionId: response.transId,
      lastFour: response.accountNumber.slice(-4),
      cardType: response.accountType,
    };
  return { outcome: 'declined', reason: declineReason(code), providerCode: code };
}

const STATUS: Readonly<Record<string, FoundTransaction['status']>> = {
  authorizedPendingCapture: 'approved',
  capturedPendingSettlement: 'approved',
  settledSuccessfully: 'approved',
  FDSPendingReview: 'held',
  voided: 'voided',
  refundPendingSettlement: 'refunded',
  refundSettledSuccessfully: 'refunded',
};
const found = (row: z.output<typeof ListedTransaction>): FoundTransaction => ({
  transactionId: row.transId,
  attemptKey: row.invoiceNumber,
  amountCents: Math.round(row.settleAmount * 100),
  status: STATUS[row.transactionStatus] ?? 'declined',
  lastFour: row.accountNumber.slice(-4),
  submittedAt: new Date(row.submitTimeUTC),
});
