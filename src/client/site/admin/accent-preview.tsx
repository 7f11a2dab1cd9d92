import { accentPalettes } from '#client/ui/accent.ts'
import { Muted } from '#client/ui/layout/text.tsx'
import { palette } from '#client/ui/tokens.ts'
import { buttonColor } from '#contract/accent.ts'
import { css } from '#styled/css/index.js'

const picture = css({
  display: 'block',
  width: 'full',
  maxWidth: '30rem',
  height: 'auto',
  marginBottom: '2',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'md',
})
const words = css({ fontFamily: 'body', fontWeight: 'semibold', fontSize: '[15px]' })

const themes = ['Light', 'Dark'] as const

/** Preview of a colour, in both themes. An SVG: its colours need no inline styles, which the page refuses. */
export function AccentPreview({ accent }: { accent: string }) {
  const { site } = accentPalettes(accent)
  const { seaSolid, sea } = { ...palette, ...site }
  const button = buttonColor(accent)
  return (
    <div>
      <svg
        viewBox="0 0 480 104"
        role="img"
        aria-label={`A button and a link in ${accent}, light and dark`}
        className={picture}
      >
        {themes.map((theme, side) => (
          <g key={theme} transform={`translate(${side * 240})`} className={words}>
            <rect width="240" height="104" fill={palette.background[side]} />
            <text x="16" y="28" fill={palette.inkMuted[side]}>
              {theme}
            </text>
            <rect x="16" y="44" width="104" height="44" rx="6" fill={seaSolid[side]} />
            <text x="68" y="71" textAnchor="middle" fill="#ffffff">
              Join Now
            </text>
            <text x="136" y="71" fill={sea[side]} textDecoration="underline">
              Support
            </text>
          </g>
        ))}
      </svg>
      <Muted small>
        {button === accent
          ? `White text can be read on ${accent}. Where it would be hard to see, a lighter or darker one is used.`
          : `${accent} is too light for white text: buttons use ${button} instead. Links use ${sea[0]} on light pages and ${sea[1]} on dark ones.`}
      </Muted>
    </div>
  )
}
