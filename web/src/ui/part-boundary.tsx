import { Component, createRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import buttons from './buttons.module.css';
import classes from './states.module.css';

const FOCUSABLE = 'button:not(:disabled), a[href], input, select, textarea, [tabindex]';

interface Props {
  readonly children: ReactNode;
  /** What the part shows: something else is tried again. */
  readonly shown?: string | number;
}

/** Keeps an error of a part of a screen to that part: the rest stays, with its typed text. */
export class PartBoundary extends Component<Props, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });

  override state = { hasFailed: false };
  readonly #box = createRef<HTMLDivElement>();

  /** The pressed button disappears: the focus goes on to the part, or to the next button of the same kind. */
  readonly #retry = () =>
    this.setState({ hasFailed: false }, () => {
      if (document.activeElement === document.body)
        this.#box.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
    });

  override componentDidUpdate({ shown }: Props) {
    if (this.state.hasFailed && shown !== this.props.shown) this.setState({ hasFailed: false });
  }

  override render() {
    return (
      <div ref={this.#box} style={{ display: 'contents' }}>
        {this.state.hasFailed ? <FailedPart onRetry={this.#retry} /> : this.props.children}
      </div>
    );
  }
}

function FailedPart({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.state} role="alert">
      <p>{t('missing.crashed')}</p>
      <button type="button" className={buttons.secondary} onClick={onRetry}>
        {t('state.tryAgain')}
      </button>
    </div>
  );
}
