import { z } from 'zod';
import { Id } from './atoms.ts';

/** A sentence of a book that says much of what a question asks about. */
export const SearchedQuote = z.object({
  book_id: Id,
  page: z.number().int(),
  /** The printed number. */
  label: z.string(),
  /** As written in the book: no text is generated. */
  quote: z.string(),
  /** From 0 to 1: how much of the question it holds, by the worth of its words. */
  score: z.number(),
});

/** `true`: this caller may ask for a generated answer to the same question. Absent otherwise. */
export const CanSummarize = z.literal(true).optional();
