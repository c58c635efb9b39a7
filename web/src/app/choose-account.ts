import type { i18n as I18n } from 'i18next';
import type { Choose } from '../lib/opened-tab.ts';
import buttons from '../ui/buttons.module.css';

/** In place of the page, before anything of an account is requested. Null: go on as a visitor. */
export function chooseAccount(i18n: I18n, people: Parameters<Choose>[0]): ReturnType<Choose> {
  const t = i18n.getFixedT(null, 'shell');
  const covered = [...document.body.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && !child.hidden,
  );
  for (const each of covered) each.hidden = true;
  const formerTitle = document.title;
  document.title = `${t('whoseTab.title')} | ${t('productName')}`;

  const main = document.createElement('main');
  main.style.cssText =
    'display:grid;align-content:center;justify-content:center;gap:12px;min-height:100dvh;padding:24px';
  const title = document.createElement('h1');
  title.textContent = t('whoseTab.title');
  title.tabIndex = -1;
  title.style.cssText = 'margin:0;font-family:var(--serif);font-size:1.75rem;font-weight:600';
  const reason = document.createElement('p');
  reason.textContent = t('whoseTab.reason');
  reason.style.cssText = 'margin:0 0 12px;max-width:36ch;line-height:1.5';
  main.append(title, reason);

  return new Promise((resolve) => {
    const add = (text: string, look: string | undefined, answer: (typeof people)[number] | null) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = look ?? '';
      button.textContent = text;
      button.addEventListener('click', () => {
        main.remove();
        for (const each of covered) each.hidden = false;
        document.title = formerTitle;
        resolve(answer);
      });
      main.append(button);
    };
    for (const each of people) add(t('whoseTab.as', { name: each.firstName }), buttons.secondary, each);
    add(t('whoseTab.nobody'), buttons.quiet, null);
    document.body.append(main);
    title.focus();
  });
}
