import { z } from 'zod';
import { PageNumber } from './atoms.ts';
import type { Path } from './working-copy-document.ts';

export const PAGE_MOVE_STATES = ['moves', 'gone', 'uncertain'] as const;

const MovedThing = z.object({
  path: z
    .array(z.string())
    .describe('Of the field, or of the material whose page it is') as unknown as z.ZodType<Path, Path>,
  from: z.number().int().describe('The page that it names'),
  to: z.number().int().nullable().describe('The number of that page in the present PDF; null: not known'),
  state: z
    .enum(PAGE_MOVE_STATES)
    .describe('`gone`: the present PDF has no such page; `uncertain`: nothing says where it went'),
});
export type MovedThing = z.output<typeof MovedThing>;

/** What should follow its page, because the PDF of a working copy was replaced since the last release. */
export const PageMoves = z.object({
  version: z.number().int().describe('Of the working copy'),
  pdf: z.string().nullable(),
  state: z
    .enum(['none', 'preparing', 'ready'])
    .describe('`preparing`: the pages of the PDF are not ready; `none`: there was no other PDF'),
  page_count: z
    .object({ before: z.number().int(), after: z.number().int() })
    .nullable()
    .describe('Of the PDF before and of the present one; null: nothing is to be moved'),
  added: z
    .array(z.object({ first_page: PageNumber, count: z.number().int() }))
    .describe('Pages that the PDF before does not have, by their present numbers'),
  removed: z
    .array(z.object({ first_page: PageNumber, count: z.number().int() }))
    .describe('Pages that only the PDF before has, by their numbers there'),
  things: z.array(MovedThing),
});
export type PageMoves = z.output<typeof PageMoves>;
