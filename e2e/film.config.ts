import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run film`: records the film of the home page. See film.ts. */
export default defineConfig({
  ...base,
  testMatch: 'film.ts',
  workers: 1,
  timeout: 1_800_000,
  reporter: [['line']],
});
