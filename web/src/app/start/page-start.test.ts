import { beforeEach, expect, it, vi } from 'vitest';

const root = document.documentElement;
async function start() {
  for (const name of ['lang', 'dir', 'data-mantine-color-scheme', 'data-member']) root.removeAttribute(name);
  vi.resetModules();
  await import('./page-start.ts');
  const scheme = root.getAttribute('data-mantine-color-scheme');
  return [root.lang, root.dir, scheme, root.hasAttribute('data-member')];
}
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('applies language, direction and theme of this browser', async () => {
  expect(await start()).toEqual(['en', 'ltr', 'light', false]);
  localStorage.setItem('lang', 'ar');
  localStorage.setItem('theme', 'dark');
  expect(await start()).toEqual(['ar', 'rtl', 'dark', false]);
});

it.each([
  [['ar-EG', 'en'], 'ar'],
  [['fr', 'ar', 'en'], 'ar'],
  [['en-GB', 'ar'], 'en'],
  [['arn', 'de'], 'en'],
])('follows the languages of the browser at the first visit: %s', async (languages, language) => {
  const own = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  expect((await start())[0]).toBe(language);
  localStorage.setItem('lang', 'en');
  expect((await start())[0]).toBe('en');
  own.mockRestore();
});

it('knows whether a user is signed in in this tab', async () => {
  localStorage.setItem('user', '{}');
  expect(await start()).toContain(true);
  sessionStorage.setItem('nobodys-tab', '1');
  expect(await start()).not.toContain(true);
});

it('works where the browser stores nothing', async () => {
  const off = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('storage is off', 'SecurityError');
  });
  const applied = await start();
  off.mockRestore();
  expect(applied).toEqual(['en', 'ltr', 'light', false]);
});
