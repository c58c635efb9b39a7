import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-line.module.css';

/** One sentence above or below the pages, and what can be done about it. */
export function PageLine({ children }: { children: ReactNode }) {
  return (
    <div className={classes.line} role="status">
      {children}
    </div>
  );
}

export function LineAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" inherit className={classes.action} onClick={onClick}>
      {children}
    </Anchor>
  );
}
