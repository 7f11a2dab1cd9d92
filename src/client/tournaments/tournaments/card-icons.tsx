import MapPin from 'lucide-react/icons/map-pin'
import Medal from 'lucide-react/icons/medal'
import Ship from 'lucide-react/icons/ship'
import Trophy from 'lucide-react/icons/trophy'
import { css } from '#styled/css/index.js'

const icons = { 'map-pin': MapPin, medal: Medal, ship: Ship, trophy: Trophy }
export type CardIconName = keyof typeof icons

const names = Object.keys(icons) as CardIconName[]
const sprite = css({ position: 'absolute' })

/** Sprite, once on each page with cards: repeated drawings were a seventh of the home page's HTML. */
export const CardIcons = () => (
  <svg width={0} height={0} aria-hidden className={sprite}>
    {names.map(name => {
      const Icon = icons[name]
      return (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          {/* A part of the box: in rem it would outgrow it with the browser’s font size. */}
          <Icon size="100%" />
        </symbol>
      )
    })}
  </svg>
)

export const CardIcon = ({ name }: { name: CardIconName }) => (
  <svg width="1.125rem" height="1.125rem" aria-hidden>
    <use href={`#icon-${name}`} />
  </svg>
)
