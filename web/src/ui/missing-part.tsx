import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MissingCause, reload } from '../lib/release.ts';
import { useRetries } from '../lib/use-retries.ts';
import buttons from './buttons.module.css';
import type { MissingProps } from './lazy-part.tsx';
import { notify, notifyError } from './notify.ts';
import classes from './states.module.css';

/** A connection or a server may come back; a file that is gone comes with the next load of the page alone. */
const mayCome = (cause: MissingCause): cause is 'offline' | 'server' =>
  cause === 'offline' || cause === 'server';

type Failure = Pick<MissingProps<unknown>, 'cause' | 'onRetry'>;

/** Tries again and again where that may help. Returns how to try at once. */
export function useLoadAgain({ cause, onRetry }: Failure): () => void {
  const [isTrying, setTrying] = useState(false);
  const retry = () => {
    setTrying(true);
    void onRetry().then(() => setTrying(false));
  };
  useRetries(mayCome(cause) && !isTrying, retry);
  return retry;
}

/** In place of a part that nobody waits for. */
export function LoadAgain(failure: Failure) {
  useLoadAgain(failure);
  return null;
}

/** In place of a part of a screen: why it is not there. */
export function MissingPart(failure: Failure) {
  const { t } = useTranslation('shell');
  const { cause } = failure;
  const retry = useLoadAgain(failure);
  return (
    <div className={classes.state} role="alert">
      <p>{t(`missing.${cause}`)}</p>
      {mayCome(cause) ? (
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
  /** Of one that stays in the page while it is closed. */
  readonly open?: boolean | undefined;
  readonly opened?: boolean | undefined;
}

/** In place of a dialog: a message says why it does not open, and the page below stays. Tried again with each opening. */
export function MissingDialog({ cause, onRetry, part }: MissingProps<Closable>) {
  const { t } = useTranslation('shell');
  const isOpen = part.open ?? part.opened ?? true;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (!isOpen) return;
    const tell = (found: MissingCause | null) => {
      if (!found) return;
      if (mayCome(found)) notifyError(t(`missing.${found}Dialog`));
      else notify('error', t(`missing.${found}`), { action: { label: t('failure.reload'), run: reload } });
      part.onClose();
    };
    if (isFirst.current) tell(cause);
    else void onRetry().then(tell);
    isFirst.current = false;
  }, [isOpen]);
  return null;
}
