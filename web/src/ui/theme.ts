import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  parseThemeColor,
  type VariantColorsResolver,
} from '@mantine/core';
import type { MouseEvent } from 'react';

/** The second click of a double click on the button that opened a dialog is none outside of it. */
const ignoreRepeatedClick = (event: MouseEvent) => {
  if (event.detail > 1) event.stopPropagation();
};

/** Petrol: actions. Shade 7 on white has a contrast of 8.6:1. */
const petrol: MantineColorsTuple = [
  '#eef6f6',
  '#d9e9ea',
  '#b3d2d5',
  '#8abac0',
  '#65a4ac',
  '#3f8a94',
  '#22717c',
  '#0f4c53',
  '#0b3e44',
  '#072d32',
];
/** Ochre: only progress and achievement. */
const ochre: MantineColorsTuple = [
  '#fbf5e9',
  '#f3e6cb',
  '#e8cf9b',
  '#dcb767',
  '#d0a03d',
  '#c08a2b',
  '#a67320',
  '#865b18',
  '#684611',
  '#4a310b',
];
/** Oxblood: wrong answers, errors, and loss of data. */
const oxblood: MantineColorsTuple = [
  '#fbeeee',
  '#f3d5d4',
  '#e5aaa8',
  '#d67d7a',
  '#c85853',
  '#b03d39',
  '#9a2f2c',
  '#822523',
  '#661c1b',
  '#481312',
];
/** Fern: correct and done. */
const fern: MantineColorsTuple = [
  '#eef6ef',
  '#d6e9d9',
  '#aed4b4',
  '#83bd8d',
  '#5ca56a',
  '#3f8a50',
  '#2f7340',
  '#235c32',
  '#1a4626',
  '#113018',
];
/** Ink: warm grays instead of Mantine's blue ones. */
const ink: MantineColorsTuple = [
  '#f8f6f1',
  '#efece5',
  '#e2ddd3',
  '#cbc5b8',
  '#a9a397',
  '#837e74',
  '#5f5b53',
  '#45423c',
  '#2b2926',
  '#191816',
];

const SANS = "'Inter Variable', 'Noto Sans Arabic Variable', system-ui, sans-serif";
const SERIF = "'Source Serif 4 Variable', 'Noto Naskh Arabic Variable', Georgia, serif";

/**
 * The style sheet chooses the text color on filled buttons for each theme. Mantine decides by the light shade alone,
 * which puts white text on a pale button in the dark theme.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const { isThemeColor, shade, color } = parseThemeColor({
    color: input.color ?? input.theme.primaryColor,
    theme: input.theme,
  });
  const isPrimary = isThemeColor && shade === undefined && color === input.theme.primaryColor;
  if (input.variant !== 'filled' || !isPrimary) return resolved;
  return { ...resolved, color: 'var(--mantine-primary-color-contrast)' };
};

/** The design language: colors, spacing, type, and the defaults of each component. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  variantColorResolver,
  colors: { petrol, ochre, oxblood, fern, ink, gray: ink },
  white: '#ffffff',
  black: '#191816',
  fontFamily: SANS,
  headings: {
    fontFamily: SERIF,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.9rem, 1.5rem + 2vw, 3.05rem)', lineHeight: '1.12' },
      h2: { fontSize: 'clamp(1.5rem, 1.3rem + 1vw, 2.05rem)', lineHeight: '1.2' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '87.5em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  other: { serif: SERIF, sans: SANS },
  components: {
    // Mantine would make every standing notice an alert, read on each change of the page. News says role="alert".
    Alert: { defaultProps: { role: 'note' } },
    Button: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 160 },
        // A dialog's header is not the page's banner landmark.
        attributes: {
          header: { role: 'presentation' },
          overlay: { onClickCapture: ignoreRepeatedClick },
        },
      },
    },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

/**
 * Mantine writes its colors outside of all cascade layers, over those of styles.css, so the background has to be set
 * here too.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': '#191816',
    '--mantine-color-dimmed': '#5f5b53',
    '--mantine-color-default-border': 'var(--control-border)',
    '--mantine-color-placeholder': 'var(--mantine-color-dimmed)',
    '--mantine-color-error': '#9a2f2c',
    // Mantine's are too pale for text, such as the title of an alert.
    '--mantine-color-yellow-light-color': '#684611',
    '--mantine-color-orange-light-color': '#684611',
  },
  dark: {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': '#ece8df',
    '--mantine-color-dimmed': '#a9a397',
    '--mantine-color-default-border': 'var(--control-border)',
    '--mantine-color-placeholder': 'var(--mantine-color-dimmed)',
    '--mantine-color-error': '#e5aaa8',
    '--mantine-color-yellow-light-color': '#e8cf9b',
    '--mantine-color-orange-light-color': '#e8cf9b',
    // Mantine would use the palest shade, which looks white. The outline of dangerous actions stays red (7.4:1).
    '--mantine-color-oxblood-outline': '#e58f8b',
    '--mantine-color-oxblood-outline-hover': 'rgb(229 143 139 / 10%)',
  },
});
