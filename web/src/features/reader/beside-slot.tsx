import {
  memo,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { viewedBookId } from '../../lib/viewer-address.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import classes from './beside.module.css';
import { useReader } from './model/reader-model.ts';
import type { ReaderSlots } from './slots.ts';
import { ToolButton } from './tool-button.tsx';

/** What is open beside the page: on a phone over it, or in a corner while one reads on. */
export const BesideSlot = memo(function BesideSlot() {
  const { beside } = useReader('host').slots;
  return beside && <Beside beside={beside} />;
});

function Beside({ beside }: { beside: NonNullable<ReaderSlots['beside']> }) {
  const { t } = useTranslation('reader');
  const { isPhone } = useReader('view');
  const { sheet, closeSheet } = useReader('overlays');
  const frame = useRef<HTMLElement>(null);
  const [wantsSmall, setSmall] = useState(false);
  const isSmall = isPhone && wantsSmall && beside.mayShrink;
  const coversPage = isPhone && !isSmall;
  useReturnsFocus();
  useOnlyReachable(frame, coversPage);
  // The step back of a sheet that closes would close this as well.
  const close = useBackCloses(coversPage && sheet === null, beside.close);
  const [opened, setOpened] = useState(beside.id);
  if (opened !== beside.id) {
    setOpened(beside.id);
    setSmall(false);
  }
  const begin = useEffectEvent((_id: string) => {
    // Chosen in a sheet, which would cover it.
    if (sheet !== null) closeSheet();
    frame.current?.focus({ preventScroll: true });
  });
  useEffect(() => begin(beside.id), [beside.id]);
  const readOn = () => (beside.mayShrink ? setSmall(true) : close());
  return (
    <aside
      ref={frame}
      className={classes.beside}
      data-region
      data-size={isSmall ? 'small' : undefined}
      aria-label={t('beside.label')}
      tabIndex={-1}
      data-own-keys
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented && !document.fullscreenElement) close();
      }}
      onClick={(event) => {
        const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
        if (coversPage && link && viewedBookId(link.pathname)) readOn();
      }}
    >
      <div className={classes.bar}>
        {isPhone && beside.mayShrink && (
          <button type="button" className={classes.size} onClick={() => setSmall(!isSmall)}>
            {t(isSmall ? 'beside.large' : 'beside.small')}
          </button>
        )}
        <ToolButton icon="close" label={t('beside.close')} onClick={close} />
      </div>
      <div className={classes.content}>
        <PartBoundary shown={beside.id}>
          <Suspense>{beside.content}</Suspense>
        </PartBoundary>
      </div>
    </aside>
  );
}

/** All other parts of the screen are out of reach of keys and screen readers while this one covers them. */
function useOnlyReachable(part: RefObject<HTMLElement | null>, isOnly: boolean): void {
  useLayoutEffect(() => {
    const screen = document.getElementById('main');
    if (!isOnly || !screen) return;
    const covered: HTMLElement[] = [];
    for (let node = part.current; node && node !== screen; node = node.parentElement)
      for (const other of node.parentElement?.children ?? [])
        if (other !== node && other instanceof HTMLElement && !other.inert) {
          other.inert = true;
          covered.push(other);
        }
    return () => {
      for (const other of covered) other.inert = false;
    };
  }, [part, isOnly]);
}
