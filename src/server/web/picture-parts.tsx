import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { statusLabel } from '#client/domain/status.ts'
import { accentPalettes } from '#client/ui/accent.ts'
import { HeroArt } from '#client/ui/layout/hero.tsx'
import { isWideLogo } from '#client/ui/marks/logo-content.tsx'
import { LogoMark } from '#client/ui/marks/logo-mark.tsx'
import { type ColorName, palette } from '#client/ui/tokens.ts'
import { formatMoney, fundedPercent } from '#contract/money.ts'
import { siteNameOr } from '#contract/site-name.ts'
import type { TournamentStatus } from '#contract/tournaments/tournaments.ts'
import type { PictureBrand } from '#server/site/sharing/index.ts'
import { renderText } from './html.ts'

/** Open Graph's recommendation. */
export const size = { width: 1200, height: 630 }

export const edge = 64
const bandTop = 448
export const dark = (name: keyof typeof palette) => palette[name][1]

/** satori doesn't run hooks. */
export async function dataUrl(element: ReactElement): Promise<string> {
  const markup = await renderText(element)
  const svg = markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

export const at = (left: number, top: number, style: CSSProperties = {}): CSSProperties => ({
  position: 'absolute',
  display: 'flex',
  left,
  top,
  ...style,
})

export const text = (fontSize: number, fontWeight: 600 | 700, color: string, lines = 1): CSSProperties => ({
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

export const statusBadge = (status: TournamentStatus): ReactNode =>
  badge(statusLabel(status), ...badgeColors[status])

function badge(label: string, background: ColorName, color: ColorName): ReactNode {
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
      <div style={text(34, 700, palette[color][0])}>{label.toUpperCase()}</div>
    </div>
  )
}

export const leadBadge: ReactNode = badge('New leader', 'gold', 'onMedal')

export function headline(title: string, line: string, pennant?: string): ReactNode {
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

/** The last one has the rest of the line. */
export const facts = (items: readonly (readonly [name: string, value: string])[]): ReactNode => (
  <div style={at(edge, 468, { gap: 30 })}>
    {items.map(([name, value], n) => (
      <div
        key={name}
        style={{
          display: 'flex',
          flexDirection: 'column',
          width: n < items.length - 1 ? 330 : size.width - 1.5 * edge - n * 360,
        }}
      >
        <div style={text(26, 600, dark('onHullMuted'))}>{name.toUpperCase()}</div>
        <div style={text(shrink(value, 46, 17), 700, dark('onHull'))}>{value}</div>
      </div>
    ))}
  </div>
)

/** @param raised decimal dollars, as `goal` */
export function progress(raised: string, goal: string): ReactNode {
  const percent = fundedPercent(raised, goal)
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

export async function picture(
  brand: PictureBrand,
  children: ReactNode,
  mark?: ReactNode,
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
        {mark}
      </div>
      {children}
    </div>
  )
}
