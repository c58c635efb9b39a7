import { type ComponentType, createElement, type ReactNode } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { loadMessages, type Namespace } from '../i18n/i18n.ts';
import type { AppContext } from './app-context.ts';
import { type Guard, guardRoute } from './guards.ts';
import { learnMembership } from './learn-membership.ts';

/** The exports of a file in `routes/`: the screen, and what to load before it renders. */
export interface RouteModule {
  readonly default: ComponentType;
  /** The server waits for it; in the browser it should only start requests (see `prefetch`). */
  readonly load?: (context: AppContext, args: LoaderFunctionArgs) => Promise<unknown> | null;
}

/** What the shell reads from the current route. */
export interface RouteHandle {
  readonly guard: Guard;
  /** Without header and footer: for the reader, which has its own toolbar. */
  readonly bare: boolean;
}

/**
 * A route whose code, messages and styles are loaded at its first visit. Public pages are rendered on the server without the
 * component library; all others get its provider and styles.
 */
export function screen(
  context: AppContext,
  path: string,
  load: () => Promise<RouteModule>,
  namespaces: readonly Namespace[],
  options: { public?: boolean; guard?: Guard; bare?: boolean } = {},
): RouteObject {
  const { guard = 'anybody', bare = false } = options;
  return {
    path,
    handle: { guard, bare } satisfies RouteHandle,
    lazy: async () => {
      const [module, , frame] = await Promise.all([
        load(),
        loadMessages(context.i18n, namespaces),
        options.public ? null : import('../ui/library-frame.tsx'),
      ]);
      const start = module.load;
      return {
        Component: frame ? framed(frame.default, module.default) : module.default,
        loader: async (args: LoaderFunctionArgs) => {
          if (guard === 'institution') await learnMembership();
          guardRoute(guard, context, args);
          return (await start?.(context, args)) ?? null;
        },
      };
    },
  };
}

const framed = (Frame: ComponentType<{ children: ReactNode }>, Screen: ComponentType): ComponentType => {
  const Framed = () => createElement(Frame, null, createElement(Screen));
  return Framed;
};
