import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe for the violations on a page, which are all that journeys ask for. Legacy mode runs it in the page itself; the
 * other mode opens a new page for each run, to join the results of frames, and takes three times the processor time.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
