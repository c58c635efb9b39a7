import { expect, type Page } from '@playwright/test';

/** The first link to one of our pages in the newest mail to an address. */
export async function linkTo(page: Page, email: string, path: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const list = await (await page.request.get(`/dev/mails?to=${encodeURIComponent(email)}`)).text();
      for (const [, mail] of list.matchAll(/href="(\/dev\/mails\/[^"]+)"/g)) {
        const text = await (await page.request.get(mail as string)).text();
        // The last match is in the plain text; the HTML is before it, escaped twice.
        const found = [...text.matchAll(/https?:\/\/[^/\s"'<]+(\/[^\s"'<]+)/g)]
          .map((match) => match[1] as string)
          .filter((address) => address === path || address.startsWith(`${path}?`))
          .at(-1);
        if (found) {
          link = found.replaceAll(/&(amp|#38);/g, '&');
          return true;
        }
      }
      return false;
    })
    .toBe(true);
  return link;
}
