import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run screenshots`: images of every screen for docs/screenshots, in phone and desktop width. */
export default defineConfig({
  ...base,
  testMatch: 'screenshots.ts',
  workers: 1,
  timeout: 1_200_000,
  reporter: [['line']],
});
