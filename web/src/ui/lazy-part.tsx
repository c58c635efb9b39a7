import { type ComponentProps, type ComponentType, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { isMissingCode, reload } from '../lib/release.ts';
import buttons from './buttons.module.css';
import classes from './states.module.css';

/**
 * A part of a screen whose code comes later. When it does not arrive the screen stays, with what was typed into it, and
 * `Missing` takes the part's place.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy` has it
export const lazyPart = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
  Missing: ComponentType<ComponentProps<Part>> = MissingPart,
) =>
  lazy(() =>
    load().catch((error: unknown) => {
      if (!isMissingCode(error)) throw error;
      return { default: Missing as unknown as Part };
    }),
  );

function MissingPart() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.state} role="alert">
      <p>{t('failure.part')}</p>
      <button type="button" className={buttons.secondary} onClick={reload}>
        {t('failure.reload')}
      </button>
    </div>
  );
}
