import { type ReactNode, useId } from 'react'
import { css, cva, cx } from '#styled/css/index.js'

const WIDTH = 1200
const HEIGHT = 420

/** Returns the path of a wave, in whole numbers: the same on server and browser. */
function wave(level: number, height: number, length: number, shift: number): string {
  const at = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`
  const low = level + height
  const high = level - height
  let path = `M${at(-length - shift, low)}`
  for (let x = -length - shift; x < WIDTH + 40; x += length) {
    path += `C${at(x + length * 0.3, low)} ${at(x + length * 0.43, high)} ${at(x + length * 0.52, high)}`
    path += `C${at(x + length * 0.59, high)} ${at(x + length * 0.72, low)} ${at(x + length, low)}`
  }
  return `${path}V${HEIGHT + 40}H${-length - shift}Z`
}

const WAVES = {
  far: wave(296, 8, 150, 40),
  middle: wave(322, 13, 220, 120),
  near: wave(356, 16, 300, 30),
  front: wave(396, 13, 380, 210),
}

// Facing right, level.
const BODY =
  'M456 86C414 86 376 84 346 79C328 75 312 69 300 62C298 42 288 18 268 2C268 24 260 40 242 47C206 60 160 72 120 82' +
  'C114 75 107 72 97 70C98 79 94 86 88 90C78 93 70 95 62 96C44 78 20 48 2 10C8 50 16 78 30 101C18 124 10 152 8 194' +
  'C26 160 46 130 64 108C84 110 104 113 122 115C122 129 116 141 104 152C128 147 149 137 163 123C202 135 252 138 296 126' +
  'C334 117 352 107 364 99C367 97 364 95 358 95C390 93 424 91 456 86Z'
const BELLY =
  'M364 99C367 97 364 95 358 95C346 96 330 100 312 100C240 106 150 104 62 102C63 104 64 106 64 108C84 110 104 113 122 115' +
  'L163 123C202 135 252 138 296 126C334 117 352 107 364 99Z'
const PECTORAL = 'M308 112C300 138 280 166 246 186C254 160 268 134 290 112C296 106 306 106 308 112Z'
const STRIPES =
  'M276 66C270 78 268 88 269 99M246 62C240 76 238 88 239 100M216 68C211 80 209 90 210 101M186 76C182 85 180 93 181 101M156 83C153 89 152 95 152 101'

const scene = css({ display: 'block', width: 'full' })
const sway = css({ animation: 'swell' })
const swayBack = css({ animation: 'swellBack' })

/** @param className the picture's height and place, unless it is slim */
export function HeroArt({ className, slim = false }: { className?: string; slim?: boolean }) {
  const id = useId()
  const glow = `${id}glow`
  const back = `${id}back`
  const belly = `${id}belly`
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className={slim ? slimArt : cx(scene, className)}
    >
      <defs>
        <radialGradient id={glow}>
          <stop offset="0" stopColor="#2A7CC4" stopOpacity="0.75" />
          <stop offset="0.55" stopColor="#17518C" stopOpacity="0.4" />
          <stop offset="1" stopColor="#17518C" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={back} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2F93E0" />
          <stop offset="0.55" stopColor="#155A9E" />
          <stop offset="1" stopColor="#0C3D70" />
        </linearGradient>
        <linearGradient id={belly} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#BFDDF5" />
          <stop offset="1" stopColor="#F4FAFF" />
        </linearGradient>
      </defs>
      <circle cx="830" cy="196" r="330" fill={`url(#${glow})`} />
      <g fill="none" stroke="#74BCFF" strokeOpacity="0.16" strokeWidth="1.5">
        <circle cx="830" cy="196" r="150" />
        <circle cx="830" cy="196" r="215" />
        <circle cx="830" cy="196" r="290" />
      </g>
      <path d={WAVES.far} fill="#16497F" className={swayBack} />
      <path d={WAVES.middle} fill="#11609F" className={sway} />
      <path
        d="M1046 52C1110 12 1160 -6 1210 -16"
        fill="none"
        stroke="#DCEBFA"
        strokeOpacity="0.6"
        strokeWidth="1.5"
      />
      <g transform="translate(612 214) rotate(-31)">
        <path d={BODY} fill={`url(#${back})`} />
        <path d={BELLY} fill={`url(#${belly})`} />
        <path
          d={STRIPES}
          fill="none"
          stroke="#9AD0FF"
          strokeOpacity="0.6"
          strokeWidth="5"
          strokeLinecap="round"
        />
        <path d={PECTORAL} fill="#0F4A86" />
        <path
          d="M318 78C310 90 310 104 317 116"
          fill="none"
          stroke="#0A2F58"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle cx="338" cy="88" r="6.5" fill="#F4FAFF" />
        <circle cx="339" cy="88" r="3.6" fill="#061327" />
      </g>
      <g fill="#E8F4FF">
        <path d="M664 350C662 318 652 300 630 286C664 292 686 316 692 350Z" fillOpacity="0.9" />
        <path d="M742 350C746 322 758 304 784 294C766 308 762 326 764 350Z" fillOpacity="0.85" />
        <path d="M704 350C702 330 706 312 718 298C716 316 722 332 726 350Z" fillOpacity="0.7" />
        <path d="M640 352C632 334 618 324 596 320C616 330 620 340 620 354Z" fillOpacity="0.7" />
        <path d="M782 352C794 334 812 326 836 326C816 334 808 342 806 354Z" fillOpacity="0.6" />
        <circle cx="618" cy="272" r="4.5" fillOpacity="0.8" />
        <circle cx="594" cy="300" r="3" fillOpacity="0.7" />
        <circle cx="734" cy="282" r="3" fillOpacity="0.7" />
        <circle cx="800" cy="280" r="4.5" fillOpacity="0.8" />
        <circle cx="824" cy="304" r="3" fillOpacity="0.6" />
        <circle cx="776" cy="262" r="2.5" fillOpacity="0.6" />
        <circle cx="640" cy="250" r="2.5" fillOpacity="0.6" />
      </g>
      <path d={WAVES.near} fill="#0C4880" className={swayBack} />
      <path d={WAVES.front} fill="#082F58" className={sway} />
    </svg>
  )
}

const hero = css({
  position: 'relative',
  isolation: 'isolate',
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
})
const heroInner = cva({
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    width: 'full',
    maxWidth: 'page',
    marginInline: 'auto',
    paddingInline: { base: '4', md: '6', lg: '8' },
  },
  variants: {
    slim: {
      true: { gap: '4', paddingBlock: { base: '6', md: '8' } },
      false: {
        gap: '5',
        paddingTop: { base: '10', md: '16' },
        paddingBottom: { base: '4', lg: '40' },
        _landscapePhone: { paddingTop: '6' },
      },
    },
  },
})
const heroTitle = css({ textStyle: 'hero', _landscapePhone: { fontSize: '5xl' } })
const slimTitle = css({
  textStyle: 'hero',
  fontSize: 'clamp(2rem, 1.5rem + 2.2vw, 3.25rem)',
  _landscapePhone: { fontSize: '3xl' },
})
const sentence = css({ display: 'block' })
const heroLead = css({
  color: 'onHullMuted',
  fontSize: { base: 'lg', md: 'xl' },
  maxWidth: { base: '44ch', md: '34ch' },
})
const heroActions = css({ display: 'flex', flexWrap: 'wrap', gap: '3' })
const slimLead = css({ color: 'onHullMuted', maxWidth: { base: '44ch', md: '34ch' } })
// Keeps the marlin at the bottom right, clear of the text: phones have no room for it.
const slimArt = css({
  display: { base: 'none', md: 'block' },
  position: 'absolute',
  zIndex: '-1',
  insetInlineEnd: '0',
  bottom: '0',
  width: '60%',
  height: 'full',
  maskImage: 'linear-gradient(to right, transparent, black 40%)',
})
const heroArt = css({
  position: 'relative',
  zIndex: '-1',
  overflow: 'visible',
  height: { base: '13rem', md: '20rem', lg: 'auto' },
  marginTop: { md: '-28', lg: '0' },
  lg: {
    position: 'absolute',
    insetInlineStart: '0',
    bottom: '0',
    width: 'full',
    maxHeight: 'full',
  },
})

export interface HeroProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** Leaves room for what follows. */
  slim?: boolean
}

export function Hero({ title, lead, actions, slim = false }: HeroProps) {
  return (
    <section className={hero}>
      <div className={heroInner({ slim })}>
        <h1 className={slim ? slimTitle : heroTitle}>
          {/* Breaks between sentences first. */}
          {title.split(/(?<=\. )/).map(part => (
            <span key={part} className={sentence}>
              {part}
            </span>
          ))}
        </h1>
        {lead && <p className={slim ? slimLead : heroLead}>{lead}</p>}
        {actions && <div className={heroActions}>{actions}</div>}
      </div>
      <HeroArt className={heroArt} slim={slim} />
    </section>
  )
}
