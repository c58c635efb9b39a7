import { ActionIcon, Button, Menu } from '@mantine/core';
import { Ellipsis, type IconNode } from 'lucide';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../../ui/icon.tsx';

interface BarTool {
  readonly name: string;
  readonly label: string;
  readonly icon: IconNode;
  /** An address, or what it does. */
  readonly to?: string;
  readonly run?: () => void;
}

/** Buttons of the bar. The last ones move to a menu where the bar has no room for all in one line. */
export function BarTools({ bar, tools }: { bar: RefObject<HTMLElement | null>; tools: readonly BarTool[] }) {
  const { t } = useTranslation('studio');
  const inMenu = useOverflow(bar, tools.length);
  const shown = tools.slice(0, tools.length - inMenu);
  return (
    <>
      {shown.map(({ name, label, icon, to, run }) => {
        const look = { variant: 'default', size: 'sm', leftSection: <Icon icon={icon} size={18} /> };
        return to ? (
          <Button key={name} component={Link} to={to} {...look}>
            {label}
          </Button>
        ) : (
          <Button key={name} onClick={run} {...look}>
            {label}
          </Button>
        );
      })}
      {inMenu > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('desk.more')}>
              <Icon icon={Ellipsis} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {tools.slice(shown.length).map(({ name, label, icon, to, run }) => {
              const look = { leftSection: <Icon icon={icon} size={18} /> };
              return to ? (
                <Menu.Item key={name} component={Link} to={to} {...look}>
                  {label}
                </Menu.Item>
              ) : (
                <Menu.Item key={name} onClick={run} {...look}>
                  {label}
                </Menu.Item>
              );
            })}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

/**
 * How many of the bar's tools have no room. Measured again when the bar gets another width, or other texts. A bar that is
 * too narrow even with all of them in the menu gets `data-wraps`.
 */
function useOverflow(bar: RefObject<HTMLElement | null>, max: number): number {
  // An object, so that counting starts anew from 0 also where it was 0.
  const [{ missing }, setCount] = useState({ missing: 0 });
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = bar.current ?? {};
    bar.current?.toggleAttribute('data-wraps', missing > max);
    if (scrollWidth > clientWidth && missing <= max) setCount({ missing: missing + 1 });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar has other children where it has more or fewer tools.
  useEffect(() => {
    if (!bar.current) return;
    let width = bar.current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (!bar.current) return;
      const { clientWidth, scrollWidth } = bar.current;
      const isTooFull = scrollWidth > clientWidth && !bar.current.hasAttribute('data-wraps');
      if (clientWidth !== width || isTooFull) setCount({ missing: 0 });
      width = clientWidth;
    });
    // Its parts get another width with their texts and with the font.
    for (const part of [bar.current, ...bar.current.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [bar, max]);
  return Math.min(missing, max);
}
