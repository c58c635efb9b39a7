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
  /** What the part itself was given. */
  readonly part: Props;
}

interface Options<Part extends AnyComponent> {
  /** Takes the place of a part whose code did not arrive. */
  readonly Missing?: ComponentType<MissingProps<ComponentProps<Part>>>;
  /** Messages that the page around it does not have. */
  readonly namespaces?: readonly Namespace[];
}

/** Loads ahead of need. Null: it is there. */
export type Preload = () => Promise<MissingCause | null>;

/**
 * A part of a screen whose code comes later. When it does not arrive the screen stays, with what was typed into it, and
 * `Missing` takes the part's place until it does. The next time the part is shown it is asked for again.
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
      // Another place that shows it may have been faster.
      const found = Loaded ? null : await start();
      setCause(found);
      return found;
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
    // What it began with it stays: another component would begin with nothing.
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
