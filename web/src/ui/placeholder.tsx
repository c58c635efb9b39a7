import { type ComponentPropsWithoutRef, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from './announce.ts';

/** A page that is shown sooner is not announced as loading (milliseconds). */
const ANNOUNCE_AFTER_MS = 1000;

let shown = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * The shape of what is loading. Screen readers skip it: however many there are, one sentence says that the page is
 * loading, and only if it takes a while.
 */
export function Placeholder(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'aria-hidden' | 'aria-busy' | 'role'>,
) {
  const { t } = useTranslation('shell');
  useEffect(() => {
    shown += 1;
    if (shown === 1) timer = setTimeout(() => announce(t('loading')), ANNOUNCE_AFTER_MS);
    return () => {
      shown -= 1;
      if (shown === 0) clearTimeout(timer);
    };
  }, [t]);
  return <div aria-hidden="true" aria-busy="true" {...props} />;
}
