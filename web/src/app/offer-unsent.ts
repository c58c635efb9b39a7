import type { i18n } from 'i18next';
import { OPENS_UNSENT, unsentForms } from '../lib/unsent.ts';
import { notify } from '../ui/notify.ts';

/** Forms that the page shows by itself, with what was written in them. A note is opened first. */
const isShownHere = ({ form, path }: { form: string; path: string }, here: string): boolean =>
  path === here && !form.startsWith('note:');

/**
 * Leads back to what the user wrote last and did not send: when they sign in, and when the app starts. `here`: the page
 * that is open.
 */
export function offerUnsent(
  { getFixedT }: Pick<i18n, 'getFixedT'>,
  here: string,
  open: (path: string, options: { state: unknown }) => unknown,
): void {
  const left = unsentForms().find((form) => !isShownHere(form, here));
  if (!left) return;
  const t = getFixedT(null, 'shell');
  const run = () => void open(left.path, { state: OPENS_UNSENT });
  notify('info', t('unsent.found'), { action: { label: t('unsent.open'), run }, stays: true });
}
