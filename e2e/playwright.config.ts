import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS } from '../scripts/find-browser.mjs';

// A tab opened by Ctrl and a click may have loaded before Playwright attaches to it: it would wait for that navigation forever.
process.env.PLAYWRIGHT_SKIP_NAVIGATION_CHECK = 'true';

const LONG_JOURNEYS = 'studio-real-book.spec.ts';
const cache = join(import.meta.dirname, '../.cache');

export default defineConfig({
  testDir: '.',
  // The longest journey begins first, so that the others run beside it and none waits for its pages at the end.
  projects: [
    { name: 'long', testMatch: LONG_JOURNEYS },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: LONG_JOURNEYS },
  ],
  outputDir: join(cache, 'e2e-output'),
  globalSetup: './global-setup.ts',
  fullyParallel: false,
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  // One retry on shared machines; the report lists such a journey as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['line'], ['json']],
  use: {
    // Set by the global setup before the workers read this.
    ...(process.env.E2E_BASE_URL ? { baseURL: process.env.E2E_BASE_URL } : {}),
    viewport: { width: 1440, height: 900 },
    // Each worker has its own IP address, so that a rate limit for one does not slow down all journeys.
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${1 + Math.floor(Math.random() * 250)}` },
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    actionTimeout: 20_000,
    // Recording costs a tenth of the processor's time; use `--trace=on` to examine a journey.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: BROWSER_ARGUMENTS,
    },
  },
});
