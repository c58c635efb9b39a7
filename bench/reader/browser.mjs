import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** 20 Mbit/s, 40 ms. */
export const SHAPED = { offline: false, latency: 40, downloadThroughput: 2.5e6, uploadThroughput: 2.5e6 };

const ARGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );

/** The system's Chromium, or else the one of the variable CHROMIUM_PATH, or else Playwright's own. */
export const launch = () =>
  chromium.launch({
    executablePath: existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : process.env.CHROMIUM_PATH,
    args: ARGS,
  });

/**
 * Signs the reader of prepare-reader.mjs in, with these view settings on the device.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {{ token: string, userId: string }} reader
 */
export const signIn = (context, reader, view) =>
  context.addInitScript(
    (given) => {
      const person = {
        ...given.reader,
        role: 'customer',
        firstName: 'Bench',
        image: null,
        emailVerified: true,
        isBeta: false,
        hasInstitution: false,
      };
      localStorage.setItem('user', JSON.stringify(person));
      if (localStorage.getItem('reader-view') === null)
        localStorage.setItem('reader-view', JSON.stringify(given.view));
    },
    { reader, view },
  );
