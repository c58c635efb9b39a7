import { DEMO_PASSWORD } from '../features/accounts/demo-accounts.ts';
import { verifyPassword } from '../features/accounts/passwords.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Deps } from '../platform/deps.ts';
import { StartError } from '../platform/start-error.ts';
import { DEMO_PEOPLE, DEMO_PROMO_CODES } from './demo.ts';
import { DEMO_MEMBER_EMAILS } from './demo-institution.ts';
import { DEMO_STUDENT_EMAILS } from './demo-program.ts';
import {
  closeAccounts,
  type DemoAccountRow,
  endPromoCodes,
  listOpenAccounts,
  listOpenPromoCodes,
} from './demo-queries.ts';
import { DEMO_BUYER_EMAILS } from './demo-year.ts';

const EMAILS = [
  ...DEMO_PEOPLE.map(({ email }) => email),
  ...DEMO_STUDENT_EMAILS,
  ...DEMO_MEMBER_EMAILS,
  ...DEMO_BUYER_EMAILS,
];

interface Leftovers {
  /** Accounts with the published password, and the staff account with any password, because nobody can own that address. */
  readonly open: readonly DemoAccountRow[];
  /** Accounts whose password has been changed. */
  readonly changed: readonly DemoAccountRow[];
  readonly promoCodes: readonly { id: string; name: string }[];
}

type Part = Pick<Deps, 'db' | 'clock'>;

async function findLeftovers({ db, clock }: Part): Promise<Leftovers> {
  const accounts = await listOpenAccounts(db, EMAILS);
  // Accounts that were created together share one hash: verify each hash once.
  const published = new Map<string, boolean>();
  for (const { passwordHash } of accounts)
    if (passwordHash && !published.has(passwordHash))
      published.set(passwordHash, await verifyPassword(DEMO_PASSWORD, passwordHash));
  const isOpen = ({ role, passwordHash }: DemoAccountRow) =>
    role === 'staff' || (passwordHash !== null && published.get(passwordHash) === true);
  return {
    open: accounts.filter(isOpen),
    changed: accounts.filter((account) => !isOpen(account)),
    promoCodes: await listOpenPromoCodes(db, DEMO_PROMO_CODES, clock.now()),
  };
}

/**
 * Production does not start with accounts whose password is in the README, nor with the code that makes a year free. A data
 * folder that was used for the demo, a moved database and a restored backup may all contain them.
 */
export async function refuseDemoLeftovers(deps: Part & Pick<Deps, 'log'>): Promise<void> {
  const { open, changed, promoCodes } = await findLeftovers(deps);
  if (changed.length > 0)
    deps.log.warn(
      { accounts: changed.length },
      'accounts of the demo are left, with passwords of their own; "npm run remove-demo" names them',
    );
  const what = [
    ...(open.length > 0 ? [`accounts of the demo (${namesOf(open.map(({ email }) => email))})`] : []),
    ...(promoCodes.length > 0
      ? [`promo codes of the demo (${promoCodes.map(({ name }) => name).join(', ')})`]
      : []),
  ];
  if (what.length > 0)
    throw new StartError(
      `This database holds ${what.join(' and ')}, which anybody can use: run "npm run remove-demo" with the same variables, then start again.`,
    );
}

/** The first few, because there are two dozen. */
const namesOf = (emails: readonly string[]): string =>
  emails.length <= 5 ? emails.join(', ') : `${emails.slice(0, 5).join(', ')} and ${emails.length - 5} more`;

/** Closes what `refuseDemoLeftovers` refuses. Books, programs and the data of readers are left alone. */
export async function removeDemo(deps: Part): Promise<Leftovers> {
  const leftovers = await findLeftovers(deps);
  await inTransaction(deps.db, async (tx) => {
    await closeAccounts(
      tx,
      leftovers.open.map(({ id }) => id),
    );
    await endPromoCodes(
      tx,
      leftovers.promoCodes.map(({ id }) => id),
      deps.clock.now(),
    );
  });
  return leftovers;
}
