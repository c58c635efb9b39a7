import { hashPassword } from '../features/accounts/passwords.ts';
import { paymentProviders } from '../features/commerce/payment-providers.ts';
import { createFixedClock } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { DAY_MS } from '../platform/durations.ts';
import { getUserId } from './demo-program-queries.ts';
import { buyByCard, type DemoDiscount } from './demo-purchase.ts';
import { type DemoPerson, insertDemoPerson } from './demo-queries.ts';
import { loadDemoReader } from './demo-reader.ts';
import {
  backdatePublication,
  type DemoBook,
  findUnusedReader,
  listDemoBooks,
  settleLetters,
} from './demo-reader-queries.ts';

const BOOKS = ['ecg-in-practice', 'chest-radiography', 'clinical-nephrology', 'antimicrobial-therapy'];

const BUYERS = [
  ['Anton', 'Berger'],
  ['Beatriz', 'Lopes'],
  ['Carla', 'Rossi'],
  ['David', 'Cohen'],
  ['Emma', 'Johansson'],
  ['Farid', 'Mansour'],
  ['Giulia', 'Conti'],
  ['Henrik', 'Dahl'],
  ['Isabel', 'Romero'],
  ['Jakub', 'Nowak'],
  ['Kaori', 'Sato'],
  ['Liam', 'Murphy'],
] as const;

const emailOf = (firstName: string, secondName: string): string =>
  `${firstName}.${secondName}@readers.example`.toLowerCase();
export const DEMO_BUYER_EMAILS = BUYERS.map(([firstName, secondName]) => emailOf(firstName, secondName));

/** Days before today, which buyer, which book: two or three sales a month, more of them lately. */
const SALES = [
  [352, 0, 0],
  [338, 1, 1],
  [311, 2, 0],
  [296, 3, 2],
  [271, 4, 1],
  [262, 5, 0],
  [240, 0, 3],
  [221, 6, 2],
  [203, 7, 1],
  [187, 2, 2],
  [170, 8, 0],
  [158, 3, 3],
  [139, 9, 1],
  [128, 5, 2],
  [112, 10, 0],
  [101, 1, 3],
  [84, 11, 1],
  [77, 7, 0],
  [63, 9, 2],
  [52, 4, 3],
  [44, 10, 1],
  [31, 6, 0],
  [23, 8, 2],
  [16, 11, 3],
  [9, 2, 1],
  [4, 0, 2],
  [2, 5, 3],
] as const;

/**
 * A year of sales, and the reader who is in the middle of three books. Nothing where payments are not emulated, where
 * books are missing, or where somebody has used the reader's account.
 */
export async function loadDemoYear(
  deps: Deps,
  { reader, password, discount }: { reader: DemoPerson; password: string; discount: DemoDiscount },
): Promise<void> {
  const now = deps.clock.now();
  const clock = createFixedClock(now);
  const past: Deps = { ...deps, clock };
  const account = await findUnusedReader(deps.db, reader.email);
  if (!account) return;
  // Opens the emulator's store, which every later start can do without.
  if (!paymentProviders(past).emulator) return;
  const books = await listDemoBooks(deps.db, BOOKS);
  if (books.length < BOOKS.length) return;
  await backdatePublication(deps.db, BOOKS);
  await sell(past, books, password, (daysAgo) => clock.set(new Date(now.getTime() - daysAgo * DAY_MS)));
  await loadDemoReader(past, clock, { now, reader: { ...reader, ...account }, books, discount });
  await settleLetters(deps.db, now);
}

async function sell(
  deps: Deps,
  books: readonly DemoBook[],
  password: string,
  setDay: (daysAgo: number) => void,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  for (const [daysAgo, buyer, bookIndex] of SALES) {
    setDay(daysAgo);
    const [firstName, secondName] = BUYERS[buyer];
    const email = emailOf(firstName, secondName);
    await insertDemoPerson(
      deps.db,
      { role: 'customer', email, firstName, secondName },
      passwordHash,
      deps.clock.now(),
    );
    const { id } = await getUserId(deps.db, email);
    const book = books.find(({ slug }) => slug === BOOKS[bookIndex]);
    if (book) await buyByCard(deps, { id, email, firstName, secondName }, book);
  }
}
