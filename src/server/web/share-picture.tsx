import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { formatDateRange } from '#client/domain/dates.ts'
import { statusLabel } from '#client/domain/status.ts'
import { accentPalettes } from '#client/ui/accent.ts'
import { HeroArt } from '#client/ui/layout/hero.tsx'
import { isWideLogo } from '#client/ui/marks/logo-content.tsx'
import { LogoMark } from '#client/ui/marks/logo-mark.tsx'
import { Pennant } from '#client/ui/marks/pennant.tsx'
import { type ColorName, palette } from '#client/ui/tokens.ts'
import { centsOf, formatMoney, fundedPercent, sumOf } from '#contract/money.ts'
import { siteNameOr } from '#contract/site-name.ts'
import type { BoatProfile } from '#contract/tournaments/boat-profiles.ts'
import type {
  Entry,
  Tournament,
  TournamentStatus,
  TournamentSummary,
} from '#contract/tournaments/tournaments.ts'
import type { PictureBrand } from '#server/site/sharing/index.ts'
import { renderText } from './html.ts'

/** Open Graph's recommendation. */
const size = { width: 1200, height: 630 }

const edge = 64
const bandTop = 448
const dark = (name: keyof typeof palette) => palette[name][1]

/** satori doesn't run hooks. */
async function dataUrl(element: ReactElement): Promise<string> {
  const markup = await renderText(element)
  const svg = markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

const at = (left: number, top: number, style: CSSProperties = {}): CSSProperties => ({
  position: 'absolute',
  display: 'flex',
  left,
  top,
  ...style,
})

const text = (fontSize: number, fontWeight: 600 | 700, color: string, lines = 1): CSSProperties => ({
  position: 'relative',
  display: 'block',
  fontSize,
  fontWeight,
  color,
  lineHeight: 1.1,
  lineClamp: lines,
  wordBreak: 'break-word',
  whiteSpace: 'pre-wrap',
})

/** @param room characters that fit at `full` size */
const shrink = (content: string, full: number, room: number) =>
  Math.round(full * Math.max(0.64, Math.min(1, room / content.length)))

/** Background and text. */
const badgeColors: Record<TournamentStatus, readonly [background: ColorName, text: ColorName]> = {
  active: ['live', 'onLive'],
  upcoming: ['amberSoft', 'onAmberSoft'],
  completed: ['kelpSoft', 'onKelpSoft'],
  cancelled: ['dangerSoft', 'onDangerSoft'],
}

function badge(status: TournamentStatus): ReactNode {
  const [background, color] = badgeColors[status]
  return (
    <div
      style={{
        position: 'relative',
        display: 'flex',
        overflow: 'hidden',
        marginLeft: 38,
        padding: '5px 30px 5px 16px',
      }}
    >
      <div
        style={at(-20, 0, {
          right: 7,
          bottom: 0,
          transform: 'skewX(-16deg)',
          background: palette[background][0],
        })}
      />
      <div style={text(34, 700, palette[color][0])}>{statusLabel(status).toUpperCase()}</div>
    </div>
  )
}

function headline(title: string, line: string, pennant?: string): ReactNode {
  const width = pennant === undefined ? 545 : 395
  return (
    <div style={at(edge, 130, { gap: 20 })}>
      {pennant && <img alt="" src={pennant} width={130} height={83} style={{ marginTop: 14 }} />}
      <div style={{ display: 'flex', flexDirection: 'column', gap: 20, width }}>
        <div style={text(shrink(title, 84, width / 20), 700, dark('onHull'), 2)}>{title}</div>
        <div style={text(shrink(line, 36, width / 9), 600, dark('onHullMuted'), 2)}>{line}</div>
      </div>
    </div>
  )
}

const facts = (items: readonly (readonly [name: string, value: string])[]): ReactNode => (
  <div style={at(edge, 468, { gap: 30 })}>
    {items.map(([name, value]) => (
      <div key={name} style={{ display: 'flex', flexDirection: 'column', width: 330 }}>
        <div style={text(26, 600, dark('onHullMuted'))}>{name.toUpperCase()}</div>
        <div style={text(shrink(value, 46, 17), 700, dark('onHull'))}>{value}</div>
      </div>
    ))}
  </div>
)

/** @param raised decimal dollars, as `goal` */
function progress(raised: string, goal: string): ReactNode {
  const percent = fundedPercent(centsOf(raised), centsOf(goal))
  const label = `${percent}% funded · ${formatMoney(raised)} of ${formatMoney(goal)}`
  return (
    <div
      style={at(edge, 566, {
        width: size.width - 2 * edge,
        alignItems: 'center',
        justifyContent: 'space-between',
      })}
    >
      <div style={{ display: 'flex', width: 620, height: 22, borderRadius: 4, background: dark('track') }}>
        <div
          style={{
            width: `${Math.min(100, percent)}%`,
            minWidth: percent > 0 ? 8 : 0,
            borderRadius: 4,
            background: dark('kelp'),
          }}
        />
      </div>
      <div style={text(shrink(label, 34, 34), 600, dark('onHull'))}>{label}</div>
    </div>
  )
}

/** Pixels beside the status of a tournament. */
const brandWidth = 620

/** A wide logo holds the name, as in the header of pages. */
async function header({ name, logo }: PictureBrand): Promise<ReactNode> {
  const file = await logo?.read()
  if (!logo || !file)
    return (
      <>
        <img alt="" src={await dataUrl(<LogoMark />)} width={60} height={60} />
        {brandName(siteNameOr(name))}
      </>
    )
  const scale = Math.min(72 / logo.height, brandWidth / logo.width)
  const { default: sharp } = await import('sharp')
  const png = await sharp(await file.bytes())
    .png()
    .toBuffer()
  return (
    <>
      <img
        alt=""
        src={`data:image/png;base64,${png.toString('base64')}`}
        width={Math.round(logo.width * scale)}
        height={Math.round(logo.height * scale)}
      />
      {!isWideLogo(logo) && brandName(siteNameOr(name))}
    </>
  )
}

const brandName = (name: string): ReactNode => (
  <div
    style={{ ...text(shrink(name, 48, 22), 700, dark('onHull'), 2), marginLeft: 16, maxWidth: brandWidth }}
  >
    {name.toUpperCase()}
  </div>
)

async function picture(
  brand: PictureBrand,
  children: ReactNode,
  status?: TournamentStatus,
): Promise<ReactElement> {
  const line = brand.color === null ? dark('seaSolid') : accentPalettes(brand.color).site.seaSolid?.[1]
  return (
    <div style={{ display: 'flex', ...size, background: dark('hull'), fontFamily: 'latin, latin-ext' }}>
      <img alt="" src={await dataUrl(<HeroArt />)} width={1290} height={452} style={at(-90, 0)} />
      <div
        style={at(0, bandTop, {
          width: size.width,
          height: size.height - bandTop,
          borderTop: `6px solid ${line}`,
          background: dark('hullDeep'),
        })}
      />
      <div style={at(edge, 44, { alignItems: 'center' })}>
        {await header(brand)}
        {status && badge(status)}
      </div>
      {children}
    </div>
  )
}

const prizeOf = ({ prizePool }: TournamentSummary) => (prizePool === null ? 'TBD' : formatMoney(prizePool))
const whenAndWhere = ({ location, startDate, endDate }: TournamentSummary) =>
  [formatDateRange(startDate, endDate), location].filter(Boolean).join(' · ')

/** @param fontFiles WOFF files named `…-<subset>-<weight>-normal.woff` */
export function sharePictures(fontFiles: readonly string[]) {
  async function draw(element: Promise<ReactElement>): Promise<Uint8Array> {
    const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')])
    const fonts = await Promise.all(
      fontFiles.map(async file => ({
        name: file.includes('-latin-ext-') ? 'latin-ext' : 'latin',
        data: await Bun.file(file).arrayBuffer(),
        weight: file.includes('700') ? (700 as const) : (600 as const),
      })),
    )
    const svg = await satori(await element, { ...size, fonts })
    return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer()
  }

  return {
    site: (brand: PictureBrand) =>
      draw(
        picture(
          brand,
          <>
            {headline('Fund the Catch.\nShare the Victory.', '')}
            <div style={at(edge, 496)}>
              <div style={text(44, 600, dark('onHull'))}>
                Back a tournament boat, follow it live and share in what it wins.
              </div>
            </div>
          </>,
        ),
      ),
    tournament(brand: PictureBrand, tournament: Tournament) {
      const { entries } = tournament
      const leader = entries[0]?.currentPosition == null ? undefined : entries[0].boat.name
      return draw(
        picture(
          brand,
          <>
            {headline(tournament.name, whenAndWhere(tournament))}
            {facts([
              ['Prize pool', prizeOf(tournament)],
              ['Boats', String(entries.length)],
              ...(leader === undefined ? [] : [['Leader', leader] as const]),
            ])}
            {entries.length > 0 &&
              progress(
                sumOf(entries.map(({ currentFunding }) => currentFunding)),
                sumOf(entries.map(({ fundingGoal }) => fundingGoal)),
              )}
          </>,
          tournament.status,
        ),
      )
    },
    async boat(brand: PictureBrand, { id, name, captainName, record }: BoatProfile) {
      const pennant = await dataUrl(<Pennant id={id} name={name} size="sm" />)
      const { entries, firsts, backPer100 } = record
      return draw(
        picture(
          brand,
          <>
            {headline(name, `Captain ${captainName}`, pennant)}
            {facts([
              ['Tournaments', String(entries)],
              ...(firsts === 0 ? [] : [['Wins', String(firsts)] as const]),
              ...(backPer100 === null ? [] : [['Back per $100', formatMoney(backPer100)] as const]),
            ])}
          </>,
        ),
      )
    },
    async entry(brand: PictureBrand, entry: Entry, tournament: TournamentSummary) {
      const pennant = await dataUrl(<Pennant id={entry.boat.id} name={entry.boat.name} size="sm" />)
      return draw(
        picture(
          brand,
          <>
            {headline(entry.boat.name, `${tournament.name} · Captain ${entry.boat.captainName}`, pennant)}
            {facts([
              ['Prize pool', prizeOf(tournament)],
              ['For its backers', `${entry.payoutPercentage}% of winnings`],
              ...(entry.currentPosition === null
                ? []
                : [['Position', String(entry.currentPosition)] as const]),
            ])}
            {progress(entry.currentFunding, entry.fundingGoal)}
          </>,
          tournament.status,
        ),
      )
    },
  }
}
