/** The fields of which `book.yaml` is made (manifest.ts). */
import { EARLIEST_BOOK_YEAR, isPlausibleDay, LATEST_BOOK_YEAR } from '@vesalius/contract/book-days';
import { isbn13Of } from '@vesalius/contract/identifiers';
import { visibleText } from '@vesalius/contract/visible-text';
import { z } from 'zod';

export const Key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'use lower-case letters, digits and hyphens, at most 80 characters');
export const Text = (max: number) => z.string().trim().min(1).max(max);
/** A title or name, which other texts quote. Characters that would reverse the sentence around it are removed. */
export const Line = (max: number) => z.string().overwrite(visibleText).min(1).max(max);
/** A path inside the book folder, with forward slashes; never absolute, and without `..`. */
export const FilePath = z
  .string()
  .min(1)
  .max(300)
  .refine((path) => !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..'), {
    message: 'name a file inside the book folder',
  });
export const Page = z.number().int().min(1).max(10_000);
export const IsoDate = z.iso
  .date('write the date as YYYY-MM-DD')
  .refine(isPlausibleDay, `give a year from ${EARLIEST_BOOK_YEAR} to ${LATEST_BOOK_YEAR}`);
export const Dollars = z
  .number()
  .min(0)
  .max(100_000)
  .refine((value) => Math.round(value * 100) / 100 === value, 'at most two decimals');

export const Isbn = z
  .string('put the number in quotes')
  .trim()
  .max(40)
  .refine((text) => isbn13Of(text) !== null, 'check the digits: this is no ISBN');

export const Person = z.strictObject({
  name: Line(120),
  /** Degrees and position, as printed under the name. */
  title: Line(200).optional(),
  photo: FilePath.optional(),
  biography: Text(4000).optional(),
  /** Financial relationships in the words of the accredited provider; absent = nothing is claimed. */
  disclosure: Text(1000).optional(),
});
