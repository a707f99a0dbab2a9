import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
} from '@mantine/core'

/** `public/color-scheme.js` reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'elenco-color-scheme' })

export const theme = createTheme({
  primaryColor: 'papaya',
  primaryShade: 5,
  autoContrast: true,
  // Mantine knows only the accent that ships; the ink belongs to the accent of the house.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    const isAccent = input.variant === 'filled' && (input.color ?? 'papaya') === 'papaya'
    return isAccent ? { ...colours, color: 'var(--accent-ink)' } : colours
  },
  white: '#fffcf5',
  colors: {
    // Warm neutrals: Mantine's borders, dividers and fields use these two scales.
    gray: [
      '#faf4e8',
      '#f1e8d7',
      '#e3d7c1',
      '#d3c4aa',
      '#93846e',
      '#857660',
      '#6b5d4c',
      '#5e5246',
      '#3d332a',
      '#211a14',
    ],
    dark: [
      '#f6ecdf',
      '#dccfbf',
      '#c0b2a3',
      '#a09284',
      '#85766a',
      '#382e28',
      '#201a17',
      '#14100e',
      '#0c0908',
      '#060404',
    ],
    papaya: [
      '#fff1e8',
      '#ffe3d0',
      '#ffc6a3',
      '#ffa672',
      '#ff874a',
      '#ff6a2b',
      '#e2571b',
      '#b03a00',
      '#8a2e02',
      '#5f2003',
    ],
  },
  black: '#211a14',
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '700' },
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '12px', xl: '24px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: {
    xs: 'var(--shadow)',
    sm: 'var(--shadow)',
    md: 'var(--shadow)',
    lg: 'var(--shadow)',
    xl: 'var(--shadow)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Minimum touch target.
    Button: { defaultProps: { size: 'md' }, styles: { root: { minHeight: '44px' } } },
    InputWrapper: {
      styles: {
        label: { marginBottom: '6px' },
        description: { marginBottom: '6px' },
        error: { marginTop: '6px' },
      },
    },
  },
})

const tokens = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--paper-raised)',
  '--mantine-color-default-hover': 'var(--paper-sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-field)',
  '--mantine-color-papaya-filled': 'var(--accent)',
  '--mantine-color-papaya-filled-hover': 'var(--accent-hover)',
  '--mantine-color-papaya-light': 'var(--accent-soft)',
  '--mantine-color-papaya-light-hover': 'var(--accent-soft)',
  '--mantine-color-papaya-light-color': 'var(--accent-text)',
  '--mantine-color-papaya-outline': 'var(--accent-text)',
}

/** Maps Mantine's colours to the tokens of `global.css`. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: tokens,
})
