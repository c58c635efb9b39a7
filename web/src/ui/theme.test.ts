import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, it } from 'vitest';
import { cssVariablesResolver, theme } from './theme.ts';

const { colors: COLORS } = mergeMantineTheme(DEFAULT_THEME, theme);
const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((each) =>
    each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each([
  // The grounds of pages, and how much of the color lies on them.
  ['light', '#ffffff', 6, 0.1],
  ['dark', '#191816', 8, 0.15],
] as const)(
  'the text of yellow and orange notices has enough contrast in the %s theme',
  (scheme, page, shade, share) => {
    const variables = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))[scheme];
    for (const color of ['yellow', 'orange'] as const) {
      const tint = channels(COLORS[color][shade]);
      const ground = luminance(
        channels(page).map((each, at) => each * (1 - share) + (tint[at] ?? 0) * share),
      );
      const text = luminance(channels(variables[`--mantine-color-${color}-light-color`] ?? COLORS[color][6]));
      const [lighter, darker] = [Math.max(text, ground), Math.min(text, ground)];
      expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThan(4.5);
    }
  },
);
