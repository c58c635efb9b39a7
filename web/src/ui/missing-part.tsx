import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MissingCause, reload } from '../lib/release.ts';
import { useRetries } from '../lib/use-retries.ts';
import buttons from './buttons.module.css';
import type { MissingProps } from './lazy-part.tsx';
import { notify, notifyError } from './notify.ts';
import classes from './states.module.css';

/** A lost connection or a failing server may recover. A removed file cannot: only reloading the page helps. */
const mayRecover = (cause: MissingCause): cause is 'offline' | 'server' =>
  cause === 'offline' || cause === 'server';

type Failure = Pick<MissingProps<unknown>, 'cause' | 'onRetry'>;

/** Retries where that can help. Returns a function that retries at once. */
export function useLoadAgain({ cause, onRetry }: Failure): () => void {
  const [isTrying, setTrying] = useState(false);
  const retry = () => {
    setTrying(true);
    void onRetry().then(() => setTrying(false));
  };
  useRetries(mayRecover(cause) && !isTrying, retry);
  return retry;
}

/** In place of an optional part: retries and shows nothing. */
export function LoadAgain(failure: Failure) {
  useLoadAgain(failure);
  return null;
}

/** In place of a part of a screen: says why it is missing. */
export function MissingPart(failure: Failure) {
  const { t } = useTranslation('shell');
  const { cause } = failure;
  const retry = useLoadAgain(failure);
  return (
    <div className={classes.state} role="alert">
      <p>{t(`missing.${cause}`)}</p>
      {mayRecover(cause) ? (
        <button type="button" className={buttons.secondary} onClick={retry}>
          {t('state.tryAgain')}
        </button>
      ) : (
        <button type="button" className={buttons.secondary} onClick={reload}>
          {t('failure.reload')}
        </button>
      )}
    </div>
  );
}

interface Closable {
  readonly onClose: () => void;
  /** For a dialog that stays mounted while it is closed. */
  readonly open?: boolean | undefined;
  readonly opened?: boolean | undefined;
}

/** In place of a dialog: a message says why it does not open, and the page stays usable. Each opening tries again. */
export function MissingDialog({ cause, onRetry, part }: MissingProps<Closable>) {
  const { t } = useTranslation('shell');
  const isOpen = part.open ?? part.opened ?? true;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (!isOpen) return;
    const tell = (remaining: MissingCause | null) => {
      if (!remaining) return;
      if (mayRecover(remaining)) notifyError(t(`missing.${remaining}Dialog`));
      else
        notify('error', t(`missing.${remaining}`), { action: { label: t('failure.reload'), run: reload } });
      part.onClose();
    };
    if (isFirst.current) tell(cause);
    else void onRetry().then(tell);
    isFirst.current = false;
  }, [isOpen]);
  return null;
}
