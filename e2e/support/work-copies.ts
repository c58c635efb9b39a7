import { randomUUID } from 'node:crypto';
import type { APIRequestContext, JSHandle, Page } from '@playwright/test';
import { demoEmail, staffOf } from './staff.ts';

/** The id of a published demo book. Journeys make books of the same title at the desk beside it. */
export async function demoBook(request: APIRequestContext, slug: string): Promise<string> {
  const { admin } = await staffOf(request);
  const { data } = await admin<{ data: { id: string; slug: string; state: string }[] }>(
    'GET',
    `/works?search_term=${encodeURIComponent(slug.replace('-', ' '))}&items=100`,
  );
  const published = data.find((work) => work.slug === slug && work.state === 'published');
  if (!published) throw new Error(`the demo library has no ${slug}`);
  return published.id;
}

/** A book of its own on the desk, with the pages and questions of the one in the demo library; its id. */
export async function copyOfDemoBook(
  request: APIRequestContext,
  producers: readonly string[],
  slug = 'chest-radiography',
): Promise<string> {
  const { admin } = await staffOf(request);
  const from = await demoBook(request, slug);
  const edition = randomUUID().slice(0, 13);
  const { id } = await admin<{ id: string }>('POST', `/works/${from}/editions`, { edition });
  for (const email of producers) await admin('POST', `/works/${id}/people`, { email, work_role: 'producer' });
  return id;
}
export const DEMO_PRODUCERS = [demoEmail('author'), demoEmail('editor')] as const;

/** What the desk of the page makes changes with: its own client, found by the component that shows it. */
export interface Store {
  snapshot(): {
    document: Record<string, unknown>;
    version: number;
    saving: { state: string };
    disputes: { id: string; changeIds: string[] }[];
  };
  change(...operations: unknown[]): string;
  pull(): Promise<void>;
}
interface Fiber {
  return: Fiber | null;
  memoizedProps: { store?: Store } | null;
}

export const storeOf = async (page: Page): Promise<JSHandle<Store>> => {
  await page.locator('header h1').waitFor();
  return page.evaluateHandle(() => {
    const bar = document.querySelector('header h1');
    const key = Object.keys(bar ?? {}).find((name) => name.startsWith('__reactFiber$'));
    let fiber = (bar as unknown as Record<string, Fiber | null> | null)?.[key ?? ''] ?? null;
    while (fiber && !fiber.memoizedProps?.store) fiber = fiber.return;
    const store = fiber?.memoizedProps?.store;
    if (!store) throw new Error('the page shows no desk');
    return store;
  });
};
