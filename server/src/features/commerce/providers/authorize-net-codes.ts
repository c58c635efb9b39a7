import type { DeclineReason } from './card-provider.ts';

/** Reason codes of Authorize.Net that a buyer can act on; all others are `declined`. */
const REASONS: Readonly<Record<string, DeclineReason>> = {
  '5': 'amount',
  '6': 'card_number',
  '7': 'expired',
  '8': 'expired',
  '11': 'duplicate',
  '17': 'card_type',
  '27': 'address',
  '28': 'card_type',
  '44': 'card_code',
  '45': 'card_code',
  '51': 'funds',
  '65': 'card_code',
};

export const declineReason = (code: string): DeclineReason => REASONS[code] ?? 'declined';
