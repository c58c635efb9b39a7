/** Charges cards. One adapter uses the same code with the real host and with the emulator. */
interface Card {
  readonly number: string;
  /** MMYY */
  readonly expiry: string;
  readonly cvv: string;
}
export interface Address {
  readonly first_name: string;
  readonly last_name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}
/** The provider's record of a card, which renewals are charged to. It contains no card number. */
interface StoredCard {
  readonly customerProfileId: string;
  readonly paymentProfileId: string;
}

export interface Charge {
  /** Our key of this payment attempt, at most 20 characters: the provider's invoice number. */
  readonly attemptKey: string;
  readonly amountCents: number;
  readonly description: string;
  readonly email: string;
  readonly customerId: string;
  readonly billTo?: Address;
  readonly shipTo?: Address;
  readonly customerIp?: string;
  readonly source: { readonly card: Card } | { readonly stored: StoredCard };
}

/** The reason that the buyer is told; the provider's codes stay in the log. */
export type DeclineReason =
  | 'declined'
  | 'card_number'
  | 'expired'
  | 'card_code'
  | 'address'
  | 'card_type'
  | 'funds'
  | 'duplicate'
  | 'amount'
  | 'other';

export type ChargeResult =
  | {
      readonly outcome: 'approved';
      readonly transactionId: string;
      readonly lastFour: string;
      readonly cardType: string;
    }
  | { readonly outcome: 'declined'; readonly reason: DeclineReason; readonly providerCode: string }
  /** Under review by the provider: nothing may be granted yet. */
  | { readonly outcome: 'held'; readonly transactionId: string };

type Declined = Extract<ChargeResult, { outcome: 'declined' }>;
interface NewlyStoredCard extends StoredCard {
  readonly outcome: 'stored';
  readonly lastFour: string;
  readonly cardType: string;
}

export interface FoundTransaction {
  readonly transactionId: string;
  readonly attemptKey: string;
  readonly amountCents: number;
  readonly status: 'approved' | 'declined' | 'held' | 'voided' | 'refunded';
  readonly lastFour: string;
  readonly submittedAt: Date;
}

/** It is unknown whether the money moved: ask before trying again. */
export class OutcomeUnknown extends Error {}
/** The provider refuses our request, not the card: wrong keys, malformed request. */
export class ProviderRefused extends Error {}
/** Our keys are valid but lack the permission. */
export class PermissionMissing extends ProviderRefused {}
/** A part cannot be refunded yet; the full amount can. */
export class NotSettledYet extends ProviderRefused {}

export interface CardProvider {
  charge(charge: Charge): Promise<ChargeResult>;
  /** After a timeout: the outcome of the attempt, or null if the provider never got it. */
  findByAttempt(attemptKey: string, around: Date): Promise<FoundTransaction | null>;
  listTransactions(from: Date, to: Date): Promise<FoundTransaction[]>;
  /** Makes the provider store the card of an approved transaction. */
  storeCard(transactionId: string, customer: { id: string; email: string }): Promise<StoredCard>;
  /** Makes the provider store a card without a charge; a card that it refuses is a decline. */
  storeNewCard(
    card: Card,
    customer: { id: string; email: string; billTo: Address },
  ): Promise<NewlyStoredCard | Declined>;
  /** Whether a part can be refunded: before the settlement only the full amount can. */
  isSettled(transactionId: string): Promise<boolean>;
  /** Makes the provider delete a stored card. Idempotent. */
  forgetCard(customerProfileId: string): Promise<void>;
  /**
   * Refunds a settled transaction. An unsettled one can only be voided, and only in full. `key` is our name of this
   * refund, at most 20 characters: the invoice number of the refund.
   */
  refund(
    transactionId: string,
    amountCents: number,
    more: { key: string; lastFour: string; isWhole: boolean },
  ): Promise<{ refundId: string }>;
  /** After a timeout: the refund with this name, or the void of its transaction; null if there is neither. */
  findRefund(
    key: string,
    original: { transactionId: string; around: Date },
  ): Promise<{ refundId: string } | null>;
}
