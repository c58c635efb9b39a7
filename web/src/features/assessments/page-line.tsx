import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-line.module.css';

/** A one-line notice above or below the pages, with its actions. */
export function PageLine({ children }: { children: ReactNode }) {
  return (
    <div className={classes.line} role="status" data-bar>
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
