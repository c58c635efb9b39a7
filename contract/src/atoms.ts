import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { VALUE_MESSAGES } from './issue-text.ts';

/** A UUID; clients must treat it as opaque. */
export const Id = z.uuid();
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Please provide a valid email format'));
/** Dollars with two decimals in JSON. The server uses integer cents. */
export const Money = z.number().min(0).multipleOf(0.01);
/** The highest price; no amount that is sent is higher. */
export const MAX_PRICE = 100_000;
export const SentMoney = Money.max(MAX_PRICE);
/** A boolean in a query, where everything is text. */
export const QueryFlag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1');
/** Counts from 1, independent of the printed page number. */
export const PageNumber = z.coerce.number().int().min(1).max(10_000);
/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime({ error: FIELD_MESSAGES.dateRequired });
/** The format allows year 0; the database's calendar does not. */
export const IsoDate = z.iso.date().refine((day) => !day.startsWith('0000'), VALUE_MESSAGES.noYearZero);
/** A rectangle on a page in fractions of its width and height, independent of zoom. */
export const PageRect = z.object({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().min(0).max(1),
  height: z.number().min(0).max(1),
});
export type PageRect = z.output<typeof PageRect>;

export const ListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  items: z.coerce.number().int().min(1).max(100).optional(),
});
export const ListMetadata = z.object({
  count: z.number().int(),
  currentPage: z.number().int(),
  pages: z.number().int(),
  /** A search found more than `count` items, which are not listed. */
  more: z.boolean().optional(),
});
export type ListMetadata = z.output<typeof ListMetadata>;

/** The form of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), metadata: ListMetadata });
}

/** A list without pages, in the same form. */
export const wholeList = <Item>(data: Item[]): { data: Item[]; metadata: ListMetadata } => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages: data.length > 0 ? 1 : 0 },
});

/** Answers that only confirm an action, in the specification's words. */
export const Message = z.object({ message: z.string() });
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Payment errors repeat the message here, where clients of the specification read it. */
  error: z.string().optional(),
  /** From when on the same request is accepted, where that is known: see `retake_too_soon`. */
  retry_at: Timestamp.optional(),
  /** The answer's `x-request-id`, by which support and the log identify the request. */
  request_id: z.string().optional(),
});
export type ErrorBody = z.output<typeof ErrorBody>;
