import type { Deps } from '../../platform/deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts';
import { codeOf } from '../../platform/errors.ts';
import {
  type Counter,
  counterOf,
  countersOfPlace,
  countWhen,
  type ThrottlePolicy,
} from '../../platform/throttle.ts';

/*
 * Stolen card numbers are tested where tries are not limited, and each try costs the merchant money. A buyer who
 * mistypes has a few tries, and an approved payment resets them. The limits per network are against users with many
 * accounts.
 */
const CARD_BUYER: ThrottlePolicy = {
  name: 'card buyer',
  refusal: 'too_many_declined_cards',
  free: 5,
  firstMs: MINUTE_MS,
  longestMs: HOUR_MS,
  forgetMs: DAY_MS,
};
const CARD_PLACE: ThrottlePolicy = {
  ...CARD_BUYER,
  name: 'card place',
  free: 120,
  firstMs: 30 * SECOND_MS,
  longestMs: 30 * MINUTE_MS,
  forgetMs: HOUR_MS,
};
/** A speaker may announce a wrong code to a full hall, so the limit leaves more room than against guessing. */
const PROMO_BUYER: ThrottlePolicy = {
  name: 'promo buyer',
  refusal: 'too_many_promo_codes',
  free: 10,
  firstMs: 30 * SECOND_MS,
  longestMs: 10 * MINUTE_MS,
  forgetMs: HOUR_MS,
};
const PROMO_PLACE: ThrottlePolicy = {
  ...PROMO_BUYER,
  name: 'promo place',
  free: 500,
  firstMs: 5 * SECOND_MS,
  longestMs: 5 * MINUTE_MS,
};

/**
 * Every approval that is begun creates a subscription at PayPal, and jobs that check it later. A buyer who compares
 * books and codes begins only a few; new terms begin another one.
 */
const PAYPAL_BUYER: ThrottlePolicy = {
  name: 'paypal buyer',
  free: 10,
  firstMs: 30 * SECOND_MS,
  longestMs: 10 * MINUTE_MS,
  forgetMs: HOUR_MS,
};
const PAYPAL_PLACE: ThrottlePolicy = {
  ...PAYPAL_BUYER,
  name: 'paypal place',
  free: 500,
  firstMs: 5 * SECOND_MS,
  longestMs: 5 * MINUTE_MS,
};

export interface Buyer {
  readonly userId: string;
  readonly ip: string;
}

export const cardCounters = ({ userId, ip }: Buyer): { buyer: Counter; place: Counter[] } => ({
  buyer: counterOf(CARD_BUYER, userId),
  place: countersOfPlace(CARD_PLACE, ip),
});

export const paypalCounters = ({ userId, ip }: Buyer): Counter[] => [
  counterOf(PAYPAL_BUYER, userId),
  ...countersOfPlace(PAYPAL_PLACE, ip),
];

/** Counts invalid codes. A valid code only undoes its own count: it must not allow further guesses. */
export function countPromoGuesses<Result>(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, ip }: Buyer,
  code: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!code) return work();
  const counters = [counterOf(PROMO_BUYER, userId), ...countersOfPlace(PROMO_PLACE, ip)];
  return countWhen(deps, counters, (error) => codeOf(error) === 'promo_code_invalid', work);
}
