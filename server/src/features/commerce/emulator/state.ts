import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The state of the emulated providers. Times are ISO texts, money is in cents. */
interface EmulatedPlan {
  readonly id: string;
  readonly name: string;
  readonly yearlyCents: number;
  readonly firstYearCents: number | null;
  /** Billed at the approval, whenever the subscription begins. */
  readonly setupFeeCents?: number;
}
export interface EmulatedSubscription {
  readonly id: string;
  readonly planId: string;
  readonly customId: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly createdAt: string;
  /** The first billing date of the plan; absent: at the approval. */
  readonly startTime?: string;
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  startedAt: string | null;
  nextBillingAt: string | null;
  failedPayments: number;
}
export interface EmulatedSale {
  readonly id: string;
  readonly subscriptionId: string;
  readonly amountCents: number;
  readonly at: string;
  refundedCents: number;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
}
export interface EmulatedCharge {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly amountCents: number;
  readonly lastFour: string;
  readonly at: string;
  /** Recognizes the same card without storing its number. */
  readonly cardFingerprint: string;
  readonly cardType?: string;
  status:
    | 'capturedPendingSettlement'
    | 'settledSuccessfully'
    | 'FDSPendingReview'
    | 'declined'
    | 'voided'
    | 'refundPendingSettlement'
    | 'refundSettledSuccessfully';
  refundedCents?: number;
}
interface EmulatedProfile {
  readonly customerProfileId: string;
  readonly paymentProfileId: string;
  readonly cardFingerprint: string;
  readonly lastFour: string;
}
export interface EmulatedRefund {
  readonly id: string;
  readonly saleId: string;
  readonly amountCents: number;
  readonly at: string;
}
/** The outcome of payments until the scenario changes. */
export type Scenario =
  | 'succeed'
  | 'decline'
  | 'hold'
  | 'server_error'
  | 'timeout_before_charge'
  | 'timeout_after_charge'
  | 'late'
  | 'twice'
  | 'lost'
  | 'sale_first';

interface EmulatorState {
  plans: EmulatedPlan[];
  subscriptions: EmulatedSubscription[];
  sales: EmulatedSale[];
  refunds: EmulatedRefund[];
  charges: EmulatedCharge[];
  profiles: EmulatedProfile[];
  /** Answers to creating calls by `PayPal-Request-Id`. */
  answers: Record<string, unknown>;
  scenario: Scenario;
  /** How Transaction Search fails, if it does. */
  reporting?: 'forbidden' | 'broken';
  /** How far the emulator's clock is ahead of ours (milliseconds). */
  clockOffset: number;
  privateKey: string;
  publicKey: string;
}

export interface EmulatorStore {
  readonly state: EmulatorState;
  now(): Date;
  /** Stores the changes, so that subscriptions survive a restart of the demo. */
  save(): void;
}

/** Opens the state in `file`, or in memory if there is none. */
export function openEmulatorStore(file: string | null, now: () => Date): EmulatorStore {
  const state = file ? (read(file) ?? fresh(createKeys())) : fresh(keysInMemory());
  return {
    state,
    now: () => new Date(now().getTime() + state.clockOffset),
    save() {
      if (!file) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.part`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${file}.part`, file);
    },
  };
}

function read(file: string): EmulatorState | null {
  try {
    // Files from before there was a list of refunds have none.
    return { refunds: [], ...JSON.parse(readFileSync(file, 'utf8')) } as EmulatorState;
  } catch {
    return null;
  }
}

type Keys = Pick<EmulatorState, 'privateKey' | 'publicKey'>;

const createKeys = (): Keys =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** Shared by all states of a process that are not stored: creating keys took half of the start of an app in tests. */
let sharedKeys: Keys | undefined;
function keysInMemory(): Keys {
  sharedKeys ??= createKeys();
  return sharedKeys;
}

function fresh(keys: Keys): EmulatorState {
  return {
    plans: [],
    subscriptions: [],
    sales: [],
    refunds: [],
    charges: [],
    profiles: [],
    answers: {},
    scenario: 'succeed',
    clockOffset: 0,
    ...keys,
  };
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Makes ids like PayPal's: `P-…` plans, `I-…` subscriptions, `WH-…` events. */
export const mintId = (prefix: string, length: number): string =>
  prefix + Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');
export const mintNumber = (digits: number): string =>
  Array.from(randomBytes(digits), (byte, index) => String(index === 0 ? 1 + (byte % 9) : byte % 10)).join('');
