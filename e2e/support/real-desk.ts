import { expect, type Locator, type Page } from '@playwright/test';
import type { Counted } from './counted.ts';

/** Preparing 450 pages takes minutes on a small machine. */
const PREPARING = { timeout: 600_000 };

/** A producer at the desk of a long book; what they do is counted. */
export function deskOf(page: Page, user: Counted) {
  const strip = page.getByRole('navigation', { name: 'Pages' });
  const onPage = (number: number) => strip.locator(`li[data-page="${number}"]`);
  const marksOn = (number: number) => onPage(number).getByRole('list').getByRole('button');
  const saved = () => expect(page.getByText(/^Saved/)).toBeVisible();
  const ready = () => expect(onPage(1)).toBeAttached(PREPARING);
  const fill = async (field: Locator, text: string) => {
    await user.fill(field, text);
    await field.blur();
    await saved();
  };
  const chooseFiles = async (button: Locator, files: string | readonly string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await user.click(button);
    await (await chooser).setFiles(files);
  };
  /** Of the book, where nothing else is selected. */
  const openPart = async (name: string) => {
    const back = page.getByRole('button', { name: 'Back to the book' });
    if (await back.isVisible()) await user.click(back);
    await user.choose(page.getByLabel('Part', { exact: true }), name);
  };
  const pages = async (): Promise<{ path: string; state: string }> => {
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').token as string);
    const work = new URL(page.url()).pathname.split('/')[2];
    const headers = { authorization: `Bearer ${token}` };
    return (await page.request.get(`/admin_portal/v1/works/${work}/pages`, { headers })).json();
  };
  return {
    ...{ onPage, marksOn, saved, ready, fill, openPart },
    field: (name: string) => page.getByLabel(name, { exact: true }),

    async replacePdf(file: string) {
      await openPart('Profile');
      const before = (await pages()).path;
      await chooseFiles(page.getByRole('button', { name: 'Replace PDF' }), file);
      // The desk shows the earlier pages until it knows of the new ones.
      await expect
        .poll(async () => {
          const { path, state } = await pages();
          return path !== before && state === 'ready';
        }, PREPARING)
        .toBe(true);
      await ready();
      await saved();
    },
    async dropOn(number: number, files: string | readonly string[]) {
      await user.click(onPage(number).getByRole('button', { name: `Page ${number}`, exact: true }));
      await user.click(page.getByRole('button', { name: 'Add to this page' }));
      await chooseFiles(page.getByRole('menuitem', { name: 'Video, pictures or DICOM' }), files);
      await expect(marksOn(number)).toHaveCount(1, PREPARING);
    },
    async replaceFileOf(mark: Locator, file: string) {
      await user.click(mark);
      const field = page
        .locator('fieldset')
        .filter({ has: page.getByRole('button', { name: 'Replace File' }) });
      const before = await field.locator('bdi').innerText();
      await chooseFiles(field.getByRole('button', { name: 'Replace File' }), file);
      await expect(field.locator('bdi')).not.toHaveText(before, PREPARING);
      await saved();
    },
    async importQuestions(file: string, { count, toPages }: { count: number; toPages: boolean }) {
      await user.click(page.getByRole('button', { name: 'Import', exact: true }));
      const dialog = page.getByRole('dialog', { name: 'Import questions' });
      await user.act(dialog.locator('input[type=file]').setInputFiles(file));
      const take = dialog.getByRole('button', { name: `Import ${count} questions` });
      await expect(take).toBeVisible(PREPARING);
      if (toPages) await user.click(dialog.getByRole('radio', { name: /^To the quizzes of the pages/ }));
      await user.click(take);
      await expect(dialog).toBeHidden(PREPARING);
      await saved();
    },
    /** What the check list asks for, by its lines. */
    async answer(name: string, text: string) {
      await user.click(page.getByRole('button', { name: /^Check list/ }));
      const panel = page.getByRole('dialog', { name: 'Check list' });
      await user.click(panel.getByRole('link', { name, exact: true }));
      await expect(panel).toBeHidden();
      await fill(page.getByLabel(name, { exact: true }), text);
    },
    /** Waits for lectures and pages, publishes, and answers the number of the release and how long publishing took. */
    async publish() {
      await user.click(page.getByRole('link', { name: 'Publish', exact: true }));
      const button = page.getByRole('button', { name: 'Publish now' });
      await expect(button).toBeEnabled(PREPARING);
      const current = page.getByRole('heading', { name: /^Release \d+ What readers see$/ });
      const before = (await current.count()) > 0 ? await current.innerText() : '';
      const changes = await page.getByRole('main').innerText();
      const began = Date.now();
      await user.click(button);
      await expect(current).not.toHaveText(before || 'none', PREPARING);
      const seconds = (Date.now() - began) / 1000;
      return { release: /\d+/.exec(await current.innerText())?.[0] ?? '', seconds, changes };
    },
    async restore(release: string) {
      await user.click(page.getByRole('button', { name: `Bring back release ${release}`, exact: true }));
      const dialog = page.getByRole('dialog', { name: `Bring back release ${release}?` });
      const current = page.getByRole('heading', { name: /^Release \d+ What readers see$/ });
      const before = await current.innerText();
      const began = Date.now();
      await user.click(dialog.getByRole('button', { name: `Publish release ${release} again` }));
      await expect(current).not.toHaveText(before, PREPARING);
      return (Date.now() - began) / 1000;
    },
  };
}
