import { type Browser, expect, type JSHandle, type Page, test } from '@playwright/test';
import { type Random, randomOperation, seeded } from '../contract/src/testing/random-operations.ts';
import { applyOperation } from '../contract/src/working-copy.ts';
import type { Fields } from '../contract/src/working-copy-document.ts';
import { signedIn } from './support/session.ts';
import { staffOf } from './support/staff.ts';
import { copyOfDemoBook, DEMO_PRODUCERS, type Store, storeOf } from './support/work-copies.ts';

/** Of both browsers together; TWO_BROWSERS_EDITS=1000 is the trial of docs/studio.md. */
const EDITS = Number(process.env.TWO_BROWSERS_EDITS ?? 100);
const MAX_AT_ONCE = 5;
const PAGES_TIMEOUT_MS = 300_000;

interface Desk {
  readonly page: Page;
  readonly store: JSHandle<Store>;
}
async function openDesk(browser: Browser, email: string, workId: string): Promise<Desk> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signedIn(page, email);
  await page.goto(`/studio/${workId}`);
  // Its pages are prepared after those of PDFs that other journeys uploaded before.
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible({
    timeout: PAGES_TIMEOUT_MS,
  });
  return { page, store: await storeOf(page) };
}

/** What a page shows, changed at random, while the other page does the same. The ids of the changes. */
async function editAtRandom({ store }: Desk, random: Random, name: string): Promise<Set<string>> {
  const made = new Set<string>();
  let keys = 0;
  for (let left = EDITS / 2; left > 0; ) {
    let view = (await store.evaluate((each) => each.snapshot().document)) as Fields;
    const operations: unknown[] = Array.from({ length: Math.min(left, 1 + random(MAX_AT_ONCE)) }, () => {
      const operation = randomOperation(view, random, () => `${name}-${++keys}`);
      view = applyOperation(view, operation).document;
      return operation;
    });
    // What does not fit any more, because the other page was quicker, is not made, as a button that has gone is not pressed.
    const ids = await store.evaluate(
      (each, wanted) =>
        wanted.map((operation) => {
          try {
            return each.change(operation);
          } catch {
            return null;
          }
        }),
      operations,
    );
    for (const id of ids) {
      if (id === null) continue;
      made.add(id);
      left -= 1;
    }
  }
  return made;
}

const settle = ({ store }: Desk) =>
  expect
    .poll(
      () =>
        store.evaluate(async (each) => {
          await each.pull();
          return each.snapshot().saving.state;
        }),
      { timeout: 60_000 },
    )
    .toBe('saved');

test('two producers at one book: a field that both change shows both, and many edits end alike', async ({
  browser,
  request,
}) => {
  test.setTimeout(PAGES_TIMEOUT_MS + 120_000 + EDITS * 1000);
  const workId = await copyOfDemoBook(request, DEMO_PRODUCERS);
  const [first, second] = await Promise.all(DEMO_PRODUCERS.map((email) => openDesk(browser, email, workId)));
  if (!first || !second) throw new Error('two desks were to be opened');
  const titleOf = ({ page }: Desk) => page.getByRole('textbox', { name: 'Title', exact: true });

  await test.step('a change shows in the other window by itself', async () => {
    await titleOf(first).fill('Written by the first');
    // A field shows what others wrote as soon as it is left.
    await titleOf(first).blur();
    await expect(titleOf(second)).toHaveValue('Written by the first');
    await expect(second.page.getByText(/^Also here: /)).toBeVisible();
  });

  await test.step('a field that both changed shows what each wrote, until one decides', async () => {
    await second.page.context().setOffline(true);
    await titleOf(second).fill('The words of the second');
    await titleOf(first).fill('The words of the first');
    await titleOf(first).blur();
    await expect(first.page.getByText(/^Saved at/)).toBeVisible();
    await second.page.context().setOffline(false);
    const conflict = second.page.getByRole('alert', { name: 'Changes that were not made' });
    await expect(conflict.getByRole('definition').filter({ hasText: 'The words of the first' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(
      conflict.getByRole('definition').filter({ hasText: 'The words of the second' }),
    ).toBeVisible();
    await expect(titleOf(first)).toHaveValue('The words of the first');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflict).toBeHidden();
    await expect(titleOf(first)).toHaveValue('The words of the second');
  });

  await test.step(`${EDITS} random edits leave the same in both windows and in the database, and none is lost`, async () => {
    const desks = [first, second];
    for (const desk of desks) await settle(desk);
    const begun = await first.store.evaluate((each) => each.snapshot().version);
    const sets = await Promise.all(
      desks.map((desk, index) => editAtRandom(desk, seeded(index + 1), `window-${index + 1}`)),
    );
    // Twice: what the first still sends while the second is done comes to the second, too.
    for (const desk of [...desks, ...desks]) await settle(desk);

    const { admin } = await staffOf(request);
    const stored = await admin<{ manifest: Fields; version: number }>('GET', `/works/${workId}`);
    const disputed: string[] = [];
    for (const { store } of desks) {
      const shown = await store.evaluate((each) => each.snapshot());
      expect(shown.document).toEqual(stored.manifest);
      disputed.push(...shown.disputes.flatMap(({ changeIds }) => changeIds));
    }
    const arrived: string[] = [];
    for (let since = begun; since < stored.version; ) {
      const part = await admin<{ operations: { version: number; change_id: string }[] }>(
        'GET',
        `/works/${workId}/changes?since=${since}`,
      );
      arrived.push(...part.operations.map(({ change_id }) => change_id));
      since = part.operations.at(-1)?.version ?? stored.version;
    }
    // Each arrived once, or is shown to who made it with what stands against it.
    const made = sets.flatMap((ids) => [...ids]);
    expect([...arrived, ...disputed].toSorted()).toEqual(made.toSorted());
    test.info().annotations.push({
      type: 'edits',
      description: `${EDITS}: ${arrived.length} made, ${disputed.length} shown as conflicts`,
    });
  });
});
