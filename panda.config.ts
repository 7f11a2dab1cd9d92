import { defineConfig } from '@pandacss/dev'
import { crewPalette, palette } from './src/client/ui/tokens.ts'

type Pair = readonly [string, string]

const lightDark = ([light, dark]: Pair) => (light === dark ? light : `light-dark(${light}, ${dark})`)

const crewColors: Record<string, Pair | undefined> = crewPalette

const colors = Object.fromEntries(
  Object.entries(palette).map(([name, pair]) => {
    const crew = crewColors[name]
    return [name, { value: crew ? { base: lightDark(pair), _crew: lightDark(crew) } : lightDark(pair) }]
  }),
)

/**
 * Screens on a wall, which aren't scrolled: wide ones and upright ones, which are larger than a tablet or longer, and wider
 * than a phone. An upright television is 720 × 1280 or 540 × 960 px to its browser, whose pixels are larger.
 */
const wall =
  '@media (min-width: 64rem), (orientation: portrait) and (min-width: 44rem) and (min-height: 76rem), (min-width: 33rem) and (min-height: 58rem) and (max-aspect-ratio: 3/5)'

const rem = (px: number) => `${px / 16}rem`
const steps = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64,
]
const grid = Object.fromEntries(steps.map(step => [String(step), { value: rem(step * 4) }]))

const lettersOf = {
  capitals: 'U+0041-005A, U+00C0-00DE',
  figures: 'U+0020, U+0030-0039',
  rest: 'U+0021-002F, U+003A-0040, U+005B-00BF, U+00DF-FFFF',
} as const

/**
 * Part of a face that is there at once, as wide as Barlow Condensed: of Arial's capitals a third is too much, of its
 * small letters a fifth, so that one figure for all would wrap headings in capitals a line too often.
 * @param percent of Arial's width, measured over the words of the pages
 */
function standIn(fontWeight: '600' | '700', unicodeRange: string, percent: number) {
  const faces = ['Arial', 'Liberation Sans', 'Roboto', 'Helvetica Neue']
  const named = faces.map(face => `local("${face}${fontWeight === '700' ? ' Bold' : ''}")`)
  // The lines' height is Barlow's: its ascent is the size of the letters, its descent a fifth of it.
  const overrides = { ascentOverride: `${10_000 / percent}%`, descentOverride: `${2_000 / percent}%` }
  return { src: named.join(', '), fontWeight, unicodeRange, sizeAdjust: `${percent}%`, ...overrides }
}

export default defineConfig({
  preflight: true,
  eject: false,
  presets: ['@pandacss/preset-base'],
  include: ['./src/{client,crew}/**/*.{ts,tsx}'],
  exclude: ['./src/**/*.test.{ts,tsx}'],
  outdir: 'styled-system',
  outExtension: 'js',
  syntax: 'object-literal',
  hooks: {
    // Breakpoints are of screens by default: wide paper had the layout of a phone.
    'cssgen:done': ({ content }) => content.replaceAll('@media screen and (', '@media ('),
  },
  // Readable class names were a third of a page's HTML.
  hash: { className: true, cssVar: false },
  conditions: {
    extend: {
      crew: '[data-surface=crew] &',
      kiosk: '[data-surface=kiosk] &',
      wall,
      icons: '& svg',
      inactive: '&:is(:disabled, [aria-disabled=true])',
      pointed: '&:hover:not(:disabled)',
      down: '&:active:not(:disabled)',
      forced: '@media (forced-colors: active)',
      hoverable: ['@media (hover: hover)', '&:hover'],
      landscapePhone: '@media (orientation: landscape) and (max-height: 480px)',
      // Where the crew app's tabs are beside its views: `md`, or landscapePhone.
      tabsBeside: '@media (min-width: 48rem), (orientation: landscape) and (max-height: 480px)',
      // 320 px are 20em at the usual text size.
      largeText: '@media (max-width: 18em)',
    },
  },
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '64rem', xl: '80rem', '2xl': '100rem' },
    tokens: {
      spacing: grid,
      sizes: {
        ...grid,
        full: { value: '100%' },
        touch: { value: rem(44) },
        wet: { value: rem(56) },
        narrow: { value: rem(448) },
        prose: { value: '65ch' },
        reading: { value: rem(768) },
        page: { value: rem(1200) },
        wide: { value: rem(1600) },
      },
      radii: {
        none: { value: '0' },
        xs: { value: '2px' },
        sm: { value: '4px' },
        md: { value: '6px' },
        lg: { value: '10px' },
        xl: { value: '14px' },
        full: { value: '9999px' },
      },
      fonts: {
        heading: {
          value: '"Barlow Condensed", "Reelstake Condensed", "Arial Narrow", system-ui, sans-serif',
        },
        body: {
          value:
            'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
        },
        mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace' },
      },
      fontSizes: {
        '2xs': { value: rem(12) },
        xs: { value: rem(13) },
        sm: { value: rem(14) },
        md: { value: rem(16) },
        lg: { value: rem(18) },
        xl: { value: rem(20) },
        '2xl': { value: rem(24) },
        '3xl': { value: rem(30) },
        '4xl': { value: rem(38) },
        '5xl': { value: rem(48) },
        '6xl': { value: rem(64) },
        '7xl': { value: rem(84) },
      },
      fontWeights: {
        normal: { value: '400' },
        medium: { value: '500' },
        semibold: { value: '600' },
        bold: { value: '700' },
      },
      lineHeights: {
        none: { value: '1' },
        tight: { value: '1.1' },
        // At least the height of the letters: text that is cut off keeps its descenders.
        clipped: { value: '1.22' },
        snug: { value: '1.3' },
        normal: { value: '1.5' },
      },
      letterSpacings: {
        tight: { value: '-0.01em' },
        normal: { value: '0' },
        wide: { value: '0.02em' },
        wider: { value: '0.06em' },
      },
      durations: {
        fast: { value: '120ms' },
        normal: { value: '160ms' },
        slow: { value: '200ms' },
      },
      easings: {
        out: { value: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
        inOut: { value: 'cubic-bezier(0.5, 0, 0.2, 1)' },
      },
      zIndex: {
        sticky: { value: 20 },
        overlay: { value: 40 },
        toast: { value: 60 },
        skip: { value: 80 },
      },
      animations: {
        fadeIn: { value: 'fadeIn 160ms cubic-bezier(0.2, 0.7, 0.2, 1)' },
        fadeOut: { value: 'fadeOut 120ms ease-in' },
        riseIn: { value: 'riseIn 200ms cubic-bezier(0.2, 0.7, 0.2, 1)' },
        riseOut: { value: 'riseOut 120ms ease-in' },
        // The one motion longer than a state change: it is the story of the bar, told once.
        fill: { value: 'fill 700ms cubic-bezier(0.2, 0.7, 0.2, 1) both' },
        shimmer: { value: 'shimmer 1400ms ease-in-out infinite' },
        beacon: { value: 'beacon 1600ms ease-in-out infinite' },
        spin: { value: 'spin 800ms linear infinite' },
        swell: { value: 'swell 9s ease-in-out infinite alternate' },
        swellBack: { value: 'swellBack 7s ease-in-out infinite alternate' },
      },
    },
    semanticTokens: {
      colors,
      shadows: {
        card: {
          value: '0 1px 2px light-dark(#0A1A2F14, #00000066), 0 4px 14px light-dark(#0A1A2F0F, #00000040)',
        },
        lift: {
          value: '0 2px 4px light-dark(#0A1A2F1F, #00000080), 0 10px 28px light-dark(#0A1A2F29, #00000073)',
        },
        overlay: { value: '0 16px 56px light-dark(#0A1A2F59, #000000B3)' },
      },
    },
    keyframes: {
      fadeIn: { from: { opacity: '0' } },
      fadeOut: { to: { opacity: '0' } },
      riseIn: { from: { opacity: '0', transform: 'translateY(12px)' } },
      riseOut: { to: { opacity: '0', transform: 'translateY(8px)' } },
      fill: { from: { transform: 'scaleX(0)' } },
      shimmer: { '50%': { opacity: '0.5' } },
      beacon: { '50%': { opacity: '0.35' } },
      spin: { to: { transform: 'rotate(360deg)' } },
      swell: { from: { transform: 'translateX(-14px)' }, to: { transform: 'translateX(14px)' } },
      swellBack: { from: { transform: 'translateX(12px)' }, to: { transform: 'translateX(-12px)' } },
    },
    textStyles: {
      hero: {
        value: {
          fontFamily: 'heading',
          fontWeight: 'bold',
          fontSize: 'clamp(2.75rem, 1.9rem + 3.9vw, 5.25rem)',
          lineHeight: '0.95',
          letterSpacing: 'tight',
          textTransform: 'uppercase',
        },
      },
      title: {
        value: {
          fontFamily: 'heading',
          fontWeight: 'bold',
          fontSize: 'clamp(2rem, 1.6rem + 1.8vw, 3rem)',
          lineHeight: 'none',
          letterSpacing: 'tight',
        },
      },
      heading: {
        value: {
          fontFamily: 'heading',
          fontWeight: 'bold',
          fontSize: 'clamp(1.625rem, 1.45rem + 0.8vw, 2.125rem)',
          lineHeight: 'tight',
        },
      },
      subheading: {
        value: { fontFamily: 'heading', fontWeight: 'semibold', fontSize: '2xl', lineHeight: 'tight' },
      },
      stat: {
        value: {
          fontFamily: 'heading',
          fontWeight: 'bold',
          fontSize: '4xl',
          lineHeight: 'none',
          fontVariantNumeric: 'tabular-nums',
        },
      },
      figure: {
        value: {
          fontFamily: 'heading',
          fontWeight: 'semibold',
          fontSize: 'xl',
          lineHeight: 'tight',
          fontVariantNumeric: 'tabular-nums',
        },
      },
      eyebrow: {
        value: {
          fontFamily: 'heading',
          fontWeight: 'semibold',
          fontSize: 'md',
          lineHeight: 'tight',
          letterSpacing: 'wider',
          textTransform: 'uppercase',
        },
      },
      body: { value: { fontFamily: 'body', fontSize: 'md', lineHeight: 'normal' } },
      small: { value: { fontFamily: 'body', fontSize: 'sm', lineHeight: 'normal' } },
      label: { value: { fontFamily: 'body', fontWeight: 'semibold', fontSize: 'sm', lineHeight: 'snug' } },
    },
  },
  utilities: {
    extend: {
      tabular: {
        className: 'tabular',
        values: { type: 'boolean' },
        transform: (on: unknown) => (on ? { fontVariantNumeric: 'tabular-nums' } : {}),
      },
      // The value is the gap.
      column: {
        className: 'column',
        values: 'spacing',
        transform: (gap: string) => ({ display: 'flex', flexDirection: 'column', gap }),
      },
      row: {
        className: 'row',
        values: 'spacing',
        transform: (gap: string) => ({ display: 'flex', alignItems: 'center', gap }),
      },
    },
  },
  // Holds the line lengths of the condensed face until it has loaded, so that no heading wraps anew.
  globalFontface: {
    'Reelstake Condensed': [
      standIn('600', lettersOf.capitals, 66.5),
      standIn('600', lettersOf.figures, 75),
      standIn('600', lettersOf.rest, 80.5),
      standIn('700', lettersOf.capitals, 67),
      standIn('700', lettersOf.figures, 77),
      standIn('700', lettersOf.rest, 76),
    ],
  },
  globalCss: {
    ':root': { colorScheme: 'light dark' },
    'html[data-theme=light]': { colorScheme: 'light' },
    'html[data-theme=dark]': { colorScheme: 'dark' },
    // Ink on paper, whatever the screen shows.
    ':root, :root[data-theme]': {
      '@media print': {
        // Dark surfaces aren't printed, also where a browser prints backgrounds. Tokens are in a later layer.
        '--colors-background': 'white !important',
        '--colors-hull': 'white !important',
        '--colors-plate': 'white !important',
        '--colors-on-hull': 'black !important',
        '--colors-on-hull-muted': '#444 !important',
      },
    },
    '*': { '@media print': { colorScheme: 'light !important' } },
    // Forced colours take away the grounds that mark a choice.
    '[aria-current]:not([aria-current=false]), [aria-pressed=true]': {
      '@media (forced-colors: active)': {
        forcedColorAdjust: 'none',
        backgroundColor: 'Highlight !important',
        color: 'HighlightText !important',
      },
    },
    html: {
      backgroundColor: 'background',
      color: 'ink',
      fontFamily: 'body',
      lineHeight: 'normal',
      textSizeAdjust: '100%',
      scrollPaddingTop: '20',
      scrollPaddingBottom: 'var(--bottom-bar, 0rem)',
      accentColor: 'token(colors.seaSolid)',
      '@media (prefers-reduced-motion: no-preference)': { scrollBehavior: 'smooth' },
    },
    // The bell: classes would weigh on the script of each page.
    'a:has(> [data-unread])': { justifyContent: 'center', width: 'touch', paddingInline: '0!' },
    // All in one line at 320 px.
    'a:has(> [data-unread]) ~ a': { paddingInline: '1.5!' },
    '[data-unread]': {
      position: 'absolute',
      top: '1',
      insetInlineEnd: '1',
      minWidth: '5',
      paddingInline: '1',
      borderRadius: 'full',
      backgroundColor: 'action',
      color: 'onAction',
      fontSize: 'sm',
      fontWeight: 'bold',
      lineHeight: '1.25rem',
      letterSpacing: 'normal',
      textAlign: 'center',
      fontVariantNumeric: 'tabular-nums',
      '@media (forced-colors: active)': { borderWidth: '1px' },
    },
    '[data-unread]:empty, [data-unread]:empty + *': { display: 'none' },
    // The notification of a lost connection covers no button at the end of the page.
    'body:has([data-connection=age]:not([hidden]))': { paddingBottom: '20' },
    'html:has([data-connection=age]:not([hidden]))': {
      scrollPaddingBottom: 'calc(var(--bottom-bar, 0rem) + 5rem)',
    },
    body: {
      minHeight: '100dvh',
      overflowWrap: 'break-word',
      backgroundColor: 'background',
    },
    'h1, h2, h3, h4': { textWrap: 'balance' },
    'p, li, dd': { textWrap: 'pretty' },
    ':focus-visible': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
    ':focus:not(:focus-visible)': { outline: 'none' },
    // The page of an error (src/server/web/error-document.ts), which no component renders.
    '.error-page': {
      maxWidth: 'prose',
      marginInline: 'auto',
      paddingInline: '5',
      paddingBlock: '16',
      '& h1': { textStyle: 'title' },
      '& p': { marginTop: '4' },
      '& a': { color: 'sea', textDecoration: 'underline', marginInlineEnd: '5' },
    },
    '::selection': { backgroundColor: 'seaSolid', color: 'onSea' },
    'button, a, summary, label, input, select': { touchAction: 'manipulation' },
    'main:focus': { outline: 'none' },
    // Not the root, which hydration marks for dialogs and toasts: with its rem everything would move.
    '[data-surface=crew]:not(:root)': { fontSize: 'lg' },
    // Everything on a kiosk grows with its screen: 1 rem is 32 px of 1920 × 1080 (docs/decisions/0032). Without `:has`,
    // which Chromium applies only after the first paint.
    [wall]: {
      ':root[data-surface=kiosk]': { fontSize: 'max(1rem, min(1.6667vmax, 2.963vmin))' },
    },
    '@media (prefers-reduced-motion: no-preference)': { '@view-transition': { navigation: 'auto' } },
    '::view-transition-old(root), ::view-transition-new(root)': { animationDuration: 'fast' },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': {
        animationDuration: '0.01ms !important',
        animationDelay: '0s !important',
        animationIterationCount: '1 !important',
        // None at all: with the least of a length every colour that is inherited would take a frame for each level.
        transitionDuration: '0s !important',
        transitionDelay: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
})
