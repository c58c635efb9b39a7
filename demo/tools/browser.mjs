/** One headless Chromium for typesetting, covers and lectures: the system's when present, else the packaged one. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const systemChromium = '/usr/bin/chromium';

export async function openBrowser() {
  if (existsSync(systemChromium)) {
    return chromium.launch({
      executablePath: systemChromium,
      args: ['--no-sandbox', '--font-render-hinting=none'],
    });
  }
  const packaged = (await import('@sparticuz/chromium')).default;
  return chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args });
}
