import type { i18n } from 'i18next';
import { OPENS_UNSENT, unsentForms } from '../lib/unsent.ts';
import { notify } from '../ui/notify.ts';

/** Forms that the page opens with their text. A note must be opened first. */
const isShownHere = ({ form, path }: { form: string; path: string }, here: string): boolean =>
  path === here && !form.startsWith('note:');

/**
 * Offers to return to what the user last wrote and did not send, after signing in and when the app starts. `here` is the path of
 * the open page.
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
