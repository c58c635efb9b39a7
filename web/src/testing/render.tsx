import type { QueryClient } from '@tanstack/react-query';
import { act, type RenderResult, render } from '@testing-library/react';
import type { Method, Role } from '@vesalius/contract/calls';
import type { Language } from '@vesalius/contract/constants';
import axe from 'axe-core';
import { Fragment, type ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect } from 'vitest';
import type { AppContext } from '../app/app-context.ts';
import { Providers } from '../app/providers.tsx';
import { createI18n, type Namespace } from '../i18n/i18n.ts';
import { setTransport } from '../lib/api-client.ts';
import { followRouter } from '../lib/navigation.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { storeSession } from '../lib/session.ts';
import type { Session } from '../lib/stored-session.ts';
import LibraryFrame from '../ui/library-frame.tsx';

/** What the fake server answers: by `METHOD /path` (the portal's prefix and the query are left out). */
export type Answers = Record<string, unknown | ((request: { url: string; body: unknown }) => unknown)>;

/** To answer with an error status from `Answers`. */
export class FakeFailure {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

export const sessionOf = (role: Role, more: Partial<Session> = {}): Session => ({
  token: 'vsl_test',
  userId: '0197a000-0000-7000-8000-000000000001',
  role,
  firstName: 'Ada',
  image: null,
  emailVerified: true,
  isBeta: false,
  hasInstitution: false,
  ...more,
});

export interface Rendered extends RenderResult {
  /** Every call that reached the server so far, as `METHOD /path?query`. */
  readonly calls: string[];
  readonly location: () => string;
}

/** Renders a screen as a person would meet it: with its address, its words, and a server that answers. */
export async function renderScreen(
  element: ReactElement,
  options: {
    namespaces?: Namespace[];
    path?: string;
    at?: string;
    session?: Session | null;
    remember?: boolean;
    answers?: Answers;
    language?: Language;
    /** As on a public page, which has no frame of the component library around it. */
    isPublic?: boolean;
    /** What the address carries beside its path. */
    state?: unknown;
    /** What the page knows already, as when the server rendered it. */
    prepare?: (queryClient: QueryClient) => void;
  } = {},
): Promise<Rendered> {
  const Frame = options.isPublic ? Fragment : LibraryFrame;
  const { namespaces = [], path = '*', at = '/', session = null, answers = {}, language = 'en' } = options;
  const calls: string[] = [];
  if (session) storeSession(session, options.remember ?? true);
  setTransport(async ({ method, url, body }) => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    const withoutPrefix = url.replace(/^\/[a-z_]+_portal\/v1/, '');
    calls.push(`${method as Method} ${withoutPrefix}`);
    const answer = answers[`${method} ${withoutPrefix.replace(/\?.*/, '')}`];
    if (answer === undefined)
      return {
        status: 404,
        body: { code: 'not_found', message: `no fake answer for ${method} ${withoutPrefix}` },
      };
    const value =
      typeof answer === 'function'
        ? answer({ url: withoutPrefix, body: body ? JSON.parse(body) : undefined })
        : answer;
    const settled = await value;
    return settled instanceof FakeFailure
      ? { status: settled.status, body: settled.body, retryAfter: settled.retryAfter }
      : { status: 200, body: settled };
  });
  const context: AppContext = {
    queryClient: createQueryClient(),
    i18n: await createI18n(language, ['shell', ...namespaces]),
  };
  const { queries, ...others } = context.queryClient.getDefaultOptions();
  context.queryClient.setDefaultOptions({ ...others, queries: { ...queries, retry: false, staleTime: 0 } });
  options.prepare?.(context.queryClient);
  const router = createMemoryRouter(
    [{ path, element }, ...(path === '*' ? [] : [{ path: '*', element: null }])],
    {
      initialEntries: [options.state === undefined ? at : { pathname: at, state: options.state }],
    },
  );
  followRouter(router);
  let rendered!: RenderResult;
  await act(async () => {
    rendered = render(
      <Providers context={context}>
        <Frame>
          <RouterProvider router={router} />
        </Frame>
      </Providers>,
    );
  });
  return Object.assign(rendered, {
    calls,
    location: () => `${router.state.location.pathname}${router.state.location.search}`,
  });
}

/** Fails with every accessibility finding and the element it is about. */
export async function expectAccessible(container: Element): Promise<void> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } }, // no layout in jsdom; e2e checks both
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}
