import type { i18n } from 'i18next';
import { OPENS_UNSENT, unlessOpenElsewhere, unsentForms } from '../lib/unsent.ts';
import { notify } from '../ui/notify.ts';

/** Forms that the page opens with their text. A note must be opened first. */
const isShownHere = ({ form, path }: { form: string; path: string }, here: string): boolean =>
  (path === here || here.startsWith(`${path}?`)) && !form.startsWith('note:');

/**
 * Offers to return to what the user last wrote and did not send, after signing in and when the app starts. `here` is the path of
 * the open page. What is being written in another tab is not offered.
 */
export async function offerUnsent(
  { getFixedT }: Pick<i18n, 'getFixedT'>,
  here: string,
  open: (path: string, options: { state: unknown }) => unknown,
): Promise<void> {
  let isOffered = false;
  for (const left of unsentForms().filter((form) => !form.isKnown && !isShownHere(form, here))) {
    await unlessOpenElsewhere(left.form, () => {
      // Sent or discarded meanwhile, or another user.
      if (!unsentForms().some(({ form }) => form === left.form)) return;
      isOffered = true;
      offer(left.path);
    });
    if (isOffered) return;
  }

  function offer(path: string): void {
    const t = getFixedT(null, 'shell');
    const run = () => void open(path, { state: OPENS_UNSENT });
    notify('info', t('unsent.found'), { action: { label: t('unsent.open'), run }, stays: true });
  }
}
