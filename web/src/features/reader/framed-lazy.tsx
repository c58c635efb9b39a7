import type { ComponentType } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** A lazy part that uses the component library: it loads together with the library's provider. */
export function framedLazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: Parameters<typeof lazyPart<ComponentType<Props>>>[1],
) {
  return lazyPart<ComponentType<Props>>(async () => {
    const [Part, { default: Frame }] = await Promise.all([load(), import('../../ui/library-frame.tsx')]);
    const Framed = (props: Props) => (
      <Frame>
        <Part {...props} />
      </Frame>
    );
    return { default: Framed };
  }, options);
}
