import {
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  lazy,
  useEffect,
  useState,
} from 'react';
import { getI18n } from 'react-i18next';
import { loadMessages, type Namespace } from '../i18n/i18n.ts';
import { loadCode } from '../lib/load-code.ts';
import type { MissingCause } from '../lib/release.ts';
import { MissingPart } from './missing-part.tsx';

// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy` has it
type AnyComponent = ComponentType<any>;

export interface MissingProps<Props> {
  readonly cause: MissingCause;
  readonly onRetry: () => Promise<MissingCause | null>;
  /** The props of the part itself. */
  readonly part: Props;
}

interface Options<Part extends AnyComponent> {
  /** Rendered in place of a part whose code did not load. */
  readonly Missing?: ComponentType<MissingProps<ComponentProps<Part>>>;
  /** Namespaces of messages that the surrounding page does not load. */
  readonly namespaces?: readonly Namespace[];
}

/** Loads the code ahead of need. Resolves to the cause if it could not be loaded, else to null. */
export type Preload = () => Promise<MissingCause | null>;

/**
 * A part of a screen whose code is loaded separately. If loading fails, the rest of the screen stays, with its typed
 * text, and `Missing` is shown in the part's place until the code is there. A failed load is repeated when the part is
 * shown the next time.
 */
export function lazyPart<Part extends AnyComponent>(
  load: () => Promise<{ default: Part }>,
  { Missing = MissingPart, namespaces = [] }: Options<Part> = {},
): FunctionComponent<ComponentProps<Part>> & { readonly preload: Preload } {
  let Loaded: Part | null = null;
  let attempt: Promise<MissingCause | null> | null = null;
  let Lazy: AnyComponent | null = null;
  let numberOfFailed = 0;
  const start: Preload = async () => {
    const result = await loadCode(async () => {
      const [module] = await Promise.all([
        load(),
        namespaces.length > 0 && loadMessages(getI18n(), namespaces),
      ]);
      return module.default;
    });
    if ('missing' in result) return result.missing;
    Loaded = result.code;
    return null;
  };
  const forgetFailure = () => {
    if (numberOfFailed > 0 || Loaded) return;
    attempt = null;
    Lazy = null;
  };
  const failedBy = (first: MissingCause) => (props: ComponentProps<Part>) => {
    const [cause, setCause] = useState<MissingCause | null>(first);
    useEffect(() => {
      numberOfFailed += 1;
      return () => {
        numberOfFailed -= 1;
        forgetFailure();
      };
    }, []);
    if (!cause && Loaded) return <Loaded {...props} />;
    const retry = async () => {
      // Another instance may have loaded it meanwhile.
      const remaining = Loaded ? null : await start();
      setCause(remaining);
      return remaining;
    };
    return <Missing cause={cause ?? first} onRetry={retry} part={props} />;
  };
  const lazyComponent = () =>
    lazy(async () => {
      attempt ??= start();
      const cause = await attempt;
      return { default: cause ? failedBy(cause) : (Loaded as Part) };
    });
  const LazyPart = (props: ComponentProps<Part>) => {
    // Keep the component of the first render: another type would remount the part and lose its state.
    const [Shown] = useState<AnyComponent>(() => {
      if (Loaded) return Loaded;
      Lazy ??= lazyComponent();
      return Lazy;
    });
    return <Shown {...props} />;
  };
  const preload: Preload = async () => {
    attempt ??= start();
    const cause = await attempt;
    if (cause) forgetFailure();
    return cause;
  };
  return Object.assign(LazyPart, { preload });
}
