import { black, buttonColor, contrast, mix, textContrast, until, white } from '#contract/accent.ts'
import { type ColorName, crewPalette, palette } from './tokens.ts'

type Pair = readonly [light: string, dark: string]
export type Palette = Partial<Record<ColorName, Pair>>

/** Minimum contrast ratio of text on crew screens (WCAG 2.2, 1.4.6). */
const crewTextContrast = 7
/** A button still stands out from a dark page. */
const edgeContrast = 2

const backgrounds = ['background', 'surface', 'raised', 'sunken'] as const
type Side = 0 | 1

const backgroundsOf = (isCrew: boolean, side: Side): string[] =>
  backgrounds.map(name => (isCrew && name === 'background' ? crewPalette.background : palette[name])[side])

/** Text and links on every ground. */
const textOn = (accent: string, side: Side, isCrew: boolean): string =>
  until(accent, side === 0 ? black : white, candidate =>
    backgroundsOf(isCrew, side).every(
      background => contrast(candidate, background) >= (isCrew ? crewTextContrast : textContrast),
    ),
  )

/** Returns the colour behind white text. */
function solid(accent: string, side: Side, isCrew: boolean): string {
  const minimum = isCrew ? crewTextContrast : textContrast
  const [background = white] = backgroundsOf(isCrew, side)
  const visible =
    side === 0 ? accent : until(accent, white, candidate => contrast(candidate, background) >= edgeContrast)
  return until(visible, black, candidate => contrast(candidate, white) >= minimum)
}

const hover = (color: string) => mix(color, black, 0.18)

/** The tokens of links and structure in another colour, each pair of which keeps its contrast. */
export function accentPalettes(accent: string): { site: Palette; crew: Palette } {
  const of = (isCrew: boolean): Palette => {
    const solids: Pair = [solid(accent, 0, isCrew), solid(accent, 1, isCrew)]
    const text: Pair = [textOn(accent, 0, isCrew), textOn(accent, 1, isCrew)]
    return {
      sea: text,
      focus: text,
      seaSolid: solids,
      seaSolidHover: [hover(solids[0]), hover(solids[1])],
    }
  }
  const button = buttonColor(accent)
  const soft: Pair = [mix(button, white, 0.86), mix(button, palette.surface[1], 0.72)]
  const onSoft: Pair = [
    until(button, black, candidate => contrast(candidate, soft[0]) >= crewTextContrast),
    until(button, white, candidate => contrast(candidate, soft[1]) >= crewTextContrast),
  ]
  return {
    site: { ...of(false), seaSoft: soft, onSeaSoft: onSoft },
    crew: { ...of(true), onSeaSoft: onSoft },
  }
}
