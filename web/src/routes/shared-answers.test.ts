import { expect, it } from 'vitest';
import * as accounts from '../features/accounts/api.ts';
import { materialsQuery } from '../features/catalogue/api.ts';
import * as commerce from '../features/commerce/api.ts';
import * as discussions from '../features/discussions/api.ts';
import { materialListQuery } from '../features/lectures/api.ts';
import * as programs from '../features/programs/api.ts';
import { setTransport } from '../lib/api-client.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { storeSession } from '../lib/session.ts';
import { sessionOf } from '../testing/render.tsx';

const customer = sessionOf('customer');
const director = sessionOf('program_director');

it.each([
  ['the current user', customer, accounts.currentUserOptions, commerce.buyerOptions],
  ['the countries', customer, accounts.countriesOptions, commerce.countriesOptions],
  ['the lectures of a book', customer, materialsQuery(customer, 'a-book'), () => materialListQuery('a-book')],
  [
    'the programs of a student',
    customer,
    programs.ownProgramsOptions(customer),
    discussions.ownProgramsOptions(customer),
  ],
  [
    'the programs of a director',
    director,
    programs.currentProgramsOptions,
    discussions.ownProgramsOptions(director),
  ],
] as const)('two features share one answer: %s', async (_, session, one, other) => {
  storeSession(session, false);
  let calls = 0;
  setTransport(async () => {
    calls += 1;
    return { status: 200, body: { data: [] } };
  });
  const client = createQueryClient();
  const otherOptions = typeof other === 'function' ? other() : other;
  const first = await client.fetchQuery(one as never);
  // Fresh for half a minute, whichever feature requests it.
  expect(await client.fetchQuery({ ...(otherOptions as object), staleTime: 30_000 } as never)).toBe(first);
  expect(calls).toBe(1);
});
