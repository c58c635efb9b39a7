import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import classes from './tabs.module.css';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly content: ReactNode;
}

/**
 * Tabs for public pages: small, without the component library. Arrow keys, Home and End move between them in the
 * writing direction. Only the selected tab's content is rendered.
 */
export function Tabs<Name extends string>({
  label,
  tabs,
  open,
  onOpen,
}: {
  label: string;
  tabs: readonly Tab<Name>[];
  open: Name;
  onOpen: (name: Name) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    tabs.findIndex((tab) => tab.name === open),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const target = { [forward]: index + 1, [backward]: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + tabs.length) % tabs.length;
    onOpen((tabs[next] as Tab<Name>).name);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={classes.list} onKeyDown={onKeyDown}>
        {tabs.map((tab, position) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={position === index}
            aria-controls={`${id}-panel`}
            tabIndex={position === index ? 0 : -1}
            className={classes.tab}
            onClick={() => onOpen(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${tabs[index]?.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab panel is reached by Tab
        tabIndex={0}
        className={classes.panel}
      >
        {tabs[index]?.content}
      </div>
    </>
  );
}
