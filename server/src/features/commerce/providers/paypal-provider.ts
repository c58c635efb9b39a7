/** The part of PayPal Subscriptions v1 that we use. */
type PayPalStatus = 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';

export interface PayPalSubscription {
  readonly id: string;
  readonly status: PayPalStatus;
  readonly planId: string;
  /** Our data from its creation: user and order. */
  readonly customId: string;
  readonly startedAt: Date;
  readonly nextBillingAt: Date | null;
  readonly lastPaymentCents: number | null;
}
export interface PayPalSale {
  readonly id: string;
  readonly amountCents: number;
  readonly status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';
  readonly at: Date;
}
export interface PayPalRefund {
  readonly id: string;
  readonly saleId: string;
  readonly amountCents: number;
  readonly at: Date;
}
export interface PlanTerms {
  readonly name: string;
  readonly yearlyCents: number;
  /** The first year only; later years cost `yearlyCents`. */
  readonly firstYearCents?: number;
  /** Paid at the approval; `yearlyCents` pays for years that begin on a later date. */
  readonly upfrontCents?: number;
}

export interface PayPalProvider {
  createPlan(key: string, terms: PlanTerms): Promise<string>;
  /** Returns the address at which the buyer approves it. */
  createSubscription(
    key: string,
    values: {
      planId: string;
      /** When the plan's first year is billed; null: at the approval. */
      startsAt: Date | null;
      customId: string;
      email: string;
      returnUrl: string;
      cancelUrl: string;
    },
  ): Promise<{ id: string; approveUrl: string }>;
  /** Null if PayPal does not know it. */
  findSubscription(id: string): Promise<PayPalSubscription | null>;
  cancelSubscription(id: string, reason: string): Promise<void>;
  listSales(id: string, from: Date, to: Date): Promise<PayPalSale[]>;
  /** Idempotent by `key`. A null amount refunds all that is left. */
  refundSale(key: string, saleId: string, amountCents: number | null): Promise<{ refundId: string }>;
  /** One refund, made here or at PayPal; null if PayPal does not know it. */
  findRefund(id: string): Promise<PayPalRefund | null>;
  /** All refunds of the account in a span, made by anyone. */
  listRefunds(from: Date, to: Date): Promise<PayPalRefund[]>;
  /** Whether PayPal signed this delivery; the body must be exactly as received. */
  verifyWebhook(headers: Record<string, string | undefined>, rawBody: string): Promise<boolean>;
}
