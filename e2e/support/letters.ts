import { expect, type Page } from '@playwright/test';

/** The first link of the newest mail to an address that leads to a page of ours. */
export async function linkTo(page: Page, email: string, path: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const list = await (await page.request.get(`/dev/mails?to=${encodeURIComponent(email)}`)).text();
      for (const [, mail] of list.matchAll(/href="(\/dev\/mails\/[^"]+)"/g)) {
        const text = await (await page.request.get(mail as string)).text();
        // The last one is that of the plain text: the letter itself stands escaped twice before it.
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
