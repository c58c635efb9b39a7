import type { EndedWait } from '@vesalius/contract/commerce-payment';

/** The message of each reason; its hint has the same name with `Hint`. */
export const WORDS_OF_END = {
  ended_at_paypal: 'endedAtPaypal',
  not_completed: 'notCompleted',
  readable_otherwise: 'readable',
} as const satisfies Record<EndedWait['because'], string>;
