import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { VALUE_MESSAGES } from './issue-text.ts';

/** Opaque to everybody but the server (a UUID). */
export const Id = z.uuid();
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Please provide a valid email format'));
/** Dollars with two decimals: how money looks in JSON. Inside the server it is integer cents. */
export const Money = z.number().min(0).multipleOf(0.01);
/** A yes or no in a query, where everything is text. */
export const QueryFlag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1');
/** Pages count from 1, whatever is printed on them. */
export const PageNumber = z.coerce.number().int().min(1).max(10_000);
/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime({ error: FIELD_MESSAGES.dateRequired });
/** The format knows a year 0; the database's calendar does not. */
export const IsoDate = z.iso.date().refine((day) => !day.startsWith('0000'), VALUE_MESSAGES.noYearZero);
/** A rectangle on a page as fractions of its width and height: independent of zoom. */
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
  /** A search found more than `count`, which are not listed. */
  more: z.boolean().optional(),
});
export type ListMetadata = z.output<typeof ListMetadata>;

/** Every list answers in this shape. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), metadata: ListMetadata });
}

/** A list that is always sent whole, in the same shape. */
export const wholeList = <Item>(data: Item[]): { data: Item[]; metadata: ListMetadata } => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages: data.length > 0 ? 1 : 0 },
});

/** Answers that only say that something was done, in the specification's words. */
export const Message = z.object({ message: z.string() });
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Payment failures repeat the message here, as the specification's clients read it. */
  error: z.string().optional(),
  /** As in the answer's `x-request-id`: what support and the log know the request by. */
  request_id: z.string().optional(),
});
export type ErrorBody = z.output<typeof ErrorBody>;
