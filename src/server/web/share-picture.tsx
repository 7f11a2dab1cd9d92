// The edge build, as in render.tsx.
import { renderToReadableStream } from 'react-dom/server.edge'
import type { OverlayOptions } from 'sharp'
import { formatDateRange } from '#client/domain/dates.ts'
import { formatMoney } from '#client/domain/money.ts'
import { statusLabel } from '#client/domain/status.ts'
import { HeroArt } from '#client/ui/layout/hero.tsx'
import { LogoMark } from '#client/ui/marks/logo.tsx'
import { Pennant } from '#client/ui/marks/pennant.tsx'
import { type ColorName, palette } from '#client/ui/tokens.ts'
import { centsOf, formatCents, fundedPercent } from '#contract/money.ts'
import type { Entry, Tournament, TournamentStatus, TournamentSummary } from '#contract/tournaments.ts'

/**
 * Pictures for previews of links, 1200 × 630 as the Open Graph has them. Shapes are the pages' own SVG; words are set
 * by Pango with the fonts of the build, because SVG text would need them installed (docs/decisions/0032).
 */
export const pictureSize = { width: 1200, height: 630 }

const edge = 64
const dark = (name: keyof typeof palette) => palette[name][1]
const family = 'Barlow Condensed'

interface Words {
  text: string
  left: number
  top: number
  size: number
  weight: 'SemiBold' | 'Bold'
  color: string
  /** Pixels; longer texts get smaller, then a second line, then an ellipsis. */
  width: number
  lines?: 1 | 2
  align?: 'right'
}

interface Painter {
  layers: OverlayOptions[]
  svg(markup: string, left?: number, top?: number): void
  /** A drawing of the pages, at a width of its own. */
  draw(element: React.ReactElement, width: number, left: number, top: number): Promise<void>
  /** @returns the height it takes */
  write(words: Words): Promise<number>
}

type MakeSharp = typeof import('sharp').default

let loading: Promise<MakeSharp> | undefined

/** Loads what draws, and makes it know the fonts: each once given to it by name is found by its family from then on. */
function loadSharp(fontFiles: readonly string[]): Promise<MakeSharp> {
  loading ??= (async () => {
    const { default: sharp } = await import('sharp')
    for (const fontfile of fontFiles) await sharp({ text: { text: 'A', font: family, fontfile } }).toBuffer()
    return sharp
  })()
  return loading
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Setting = Pick<Words, 'weight' | 'color' | 'width' | 'lines'>

/** A text as a picture of its own. The comma ends the family's name: "Condensed" would be read as a width. */
const set = (sharp: MakeSharp, text: string, { weight, color, width, lines = 1 }: Setting, size: number) =>
  sharp({
    text: {
      text: `<span foreground="${color}">${escaped(text)}</span>`,
      font: `${family}, ${weight} ${size}`,
      dpi: 72,
      rgba: true,
      ...(lines > 1 && { width, wrap: 'word-char' as const }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })

/**
 * A line as high as the face is, whatever letters it has, so that lines beside each other stand on one line: pictures
 * of texts are cut to their ink. The two tallest letters before it give the height, and are cut away.
 */
async function setLine(sharp: MakeSharp, text: string, setting: Setting, size: number) {
  const [alone, barred, made] = await Promise.all(
    ['H', '|$H', `|$${text}`].map(each => set(sharp, each, setting, size)),
  )
  if (!alone || !barred || !made) throw new Error('a line was not set')
  const left = barred.info.width - alone.info.width
  const { width, height } = made.info
  return sharp(made.data)
    .extract({ left, top: 0, width: width - left, height })
    .png()
    .toBuffer({ resolveWithObject: true })
}

/** The sizes that are tried before a text is cut short. */
const steps = [1, 0.88, 0.76, 0.64]

/** The largest that has room. */
async function fit(sharp: MakeSharp, words: Words) {
  const { size, width, lines = 1 } = words
  let letters = [...words.text]
  for (let step = 0; ; step++) {
    const tried = size * (steps[step] ?? 0.64)
    const isCut = step >= steps.length
    if (isCut) letters = letters.slice(0, Math.floor(letters.length * 0.92))
    const text = isCut ? `${letters.join('').trimEnd()}…` : words.text
    const made = await (lines > 1 ? set : setLine)(sharp, text, words, tried)
    const hasRoom = made.info.width <= width && made.info.height <= tried * 1.25 * lines
    if (hasRoom || letters.length < 2) return made
  }
}

function painterOf(sharp: MakeSharp): Painter {
  const layers: OverlayOptions[] = []
  return {
    layers,
    svg: (markup, left = 0, top = 0) => void layers.push({ input: Buffer.from(markup), left, top }),
    async draw(element, width, left, top) {
      const markup = await new Response(await renderToReadableStream(element)).text()
      const svg = markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
      const drawn = await sharp(Buffer.from(svg), { density: 144 })
        .resize({ width })
        .png()
        .toBuffer({ resolveWithObject: true })
      // What reaches beyond the picture is cut off, since a layer may not.
      const input = await sharp(drawn.data)
        .extract({
          left: Math.max(0, -left),
          top: 0,
          width: Math.min(drawn.info.width + Math.min(0, left), pictureSize.width),
          height: drawn.info.height,
        })
        .toBuffer()
      layers.push({ input, left: Math.max(0, left), top })
    },
    async write(words) {
      if (words.text.trim() === '') return 0
      const { data, info } = await fit(sharp, words)
      const left = words.align === 'right' ? words.left - info.width : words.left
      layers.push({ input: data, left, top: words.top })
      return info.height
    },
  }
}

const rect = (width: number, height: number, fill: string, radius = 0) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}" fill="${fill}"/></svg>`

const bandTop = 448

/** The sea with the marlin, the band below it, and the mark. */
async function backdrop({ svg, draw, write }: Painter): Promise<void> {
  // A little wider than the picture, so that the glow ends with it; the marlin keeps to the right.
  await draw(<HeroArt />, 1290, -90, 0)
  svg(rect(pictureSize.width, pictureSize.height - bandTop, dark('hullDeep')), 0, bandTop)
  svg(rect(pictureSize.width, 6, dark('seaSolid')), 0, bandTop)
  await draw(<LogoMark />, 60, edge, 44)
  await write({
    text: 'REELSTAKE',
    left: edge + 76,
    top: 50,
    size: 48,
    weight: 'Bold',
    color: dark('onHull'),
    width: 400,
  })
}

async function finish(sharp: MakeSharp, { layers }: Painter): Promise<Uint8Array> {
  return sharp({ create: { ...pictureSize, channels: 3, background: dark('hull') } })
    .composite(layers)
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer()
}

/** Ground and letters, as the badges of the pages in the light. */
const plateColors: Record<TournamentStatus, readonly [ground: ColorName, letters: ColorName]> = {
  active: ['live', 'onLive'],
  upcoming: ['amberSoft', 'onAmberSoft'],
  completed: ['kelpSoft', 'onKelpSoft'],
  cancelled: ['dangerSoft', 'onDangerSoft'],
}

async function plate({ svg, write }: Painter, status: TournamentStatus): Promise<void> {
  const text = statusLabel(status).toUpperCase()
  const [ground, letters] = plateColors[status]
  // Wide enough for capitals of this size.
  const width = 46 + text.length * 16
  const left = edge + 290
  svg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="48"><path d="M0 0H${width}L${width - 14} 48H0Z" fill="${palette[ground][0]}"/></svg>`,
    left,
    50,
  )
  await write({
    text,
    left: left + 16,
    top: 57,
    size: 34,
    weight: 'Bold',
    color: palette[letters][0],
    width: width - 36,
  })
}

async function facts({ write }: Painter, items: readonly (readonly [name: string, value: string])[]) {
  let left = edge
  for (const [name, value] of items) {
    const shared = { left, width: 330 }
    await write({
      ...shared,
      text: name.toUpperCase(),
      top: 474,
      size: 26,
      weight: 'SemiBold',
      color: dark('onHullMuted'),
    })
    await write({ ...shared, text: value, top: 506, size: 46, weight: 'Bold', color: dark('onHull') })
    left += 360
  }
}

/** Decimal dollars. */
async function bar({ svg, write }: Painter, raised: string, goal: string): Promise<void> {
  const percent = fundedPercent(centsOf(raised), centsOf(goal))
  const [width, height] = [620, 22]
  svg(rect(width, height, dark('track'), 4), edge, 578)
  if (percent > 0)
    svg(
      rect(Math.max(8, Math.round((width * Math.min(100, percent)) / 100)), height, dark('kelp'), 4),
      edge,
      578,
    )
  await write({
    text: `${percent}% funded · ${formatMoney(raised)} of ${formatMoney(goal)}`,
    left: pictureSize.width - edge,
    top: 570,
    size: 34,
    weight: 'SemiBold',
    color: dark('onHull'),
    width: 430,
    align: 'right',
  })
}

async function headline({ write }: Painter, title: string, line: string, left = edge): Promise<void> {
  const height = await write({
    text: title,
    left,
    top: 140,
    size: 84,
    weight: 'Bold',
    color: dark('onHull'),
    width: edge + 545 - left,
    lines: 2,
  })
  await write({
    text: line,
    left,
    top: 140 + height + 24,
    size: 36,
    weight: 'SemiBold',
    color: dark('onHullMuted'),
    width: edge + 500 - left,
    lines: 2,
  })
}

const prizeOf = ({ prizePool }: TournamentSummary) => (prizePool === null ? 'TBD' : formatMoney(prizePool))
const whenAndWhere = ({ location, startDate, endDate }: TournamentSummary) =>
  [formatDateRange(startDate, endDate), location].filter(Boolean).join(' · ')

const sum = (amounts: readonly string[]) =>
  formatCents(amounts.reduce((total, amount) => total + centsOf(amount), 0))

export interface SharePictures {
  site(): Promise<Uint8Array>
  tournament(tournament: Tournament): Promise<Uint8Array>
  entry(entry: Entry, tournament: TournamentSummary): Promise<Uint8Array>
}

/** @param fontFiles TrueType files of the heading face; without them the system's own is taken */
export function sharePictures(fontFiles: readonly string[]): SharePictures {
  const paint = async (compose: (painter: Painter) => Promise<void>) => {
    const sharp = await loadSharp(fontFiles)
    const painter = painterOf(sharp)
    await backdrop(painter)
    await compose(painter)
    return finish(sharp, painter)
  }
  return {
    site: () =>
      paint(async painter => {
        await headline(painter, 'Fund the Catch. Share the Victory.', '')
        await painter.write({
          text: 'Back a tournament boat, follow it live and share in what it wins.',
          left: edge,
          top: 500,
          size: 44,
          weight: 'SemiBold',
          color: dark('onHull'),
          width: pictureSize.width - 2 * edge,
        })
      }),
    tournament: tournament =>
      paint(async painter => {
        const { entries } = tournament
        const [first] = entries
        await plate(painter, tournament.status)
        await headline(painter, tournament.name, whenAndWhere(tournament))
        await facts(painter, [
          ['Prize pool', prizeOf(tournament)],
          ['Boats', String(entries.length)],
          ...(first && first.currentPosition !== null ? [['Leader', first.boat.name] as const] : []),
        ])
        if (entries.length > 0)
          await bar(
            painter,
            sum(entries.map(({ currentFunding }) => currentFunding)),
            sum(entries.map(({ fundingGoal }) => fundingGoal)),
          )
      }),
    entry: (entry, tournament) =>
      paint(async painter => {
        await plate(painter, tournament.status)
        await painter.draw(<Pennant id={entry.boat.id} name={entry.boat.name} size="sm" />, 130, edge, 144)
        await headline(
          painter,
          entry.boat.name,
          `${tournament.name} · Captain ${entry.boat.captainName}`,
          edge + 150,
        )
        await facts(painter, [
          ['Prize pool', prizeOf(tournament)],
          ['For its backers', `${entry.payoutPercentage}% of winnings`],
          ...(entry.currentPosition === null ? [] : [['Position', String(entry.currentPosition)] as const]),
        ])
        await bar(painter, entry.currentFunding, entry.fundingGoal)
      }),
  }
}
