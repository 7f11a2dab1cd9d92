import { useAtomValue } from 'jotai'
import Clapperboard from 'lucide-react/icons/clapperboard'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import Radio from 'lucide-react/icons/radio'
import Settings from 'lucide-react/icons/settings'
import Video from 'lucide-react/icons/video'
import { recordingStore } from '#client/lib/busy.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { useStore } from '#client/lib/use-store.ts'
import { paths } from '#client/paths.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css, cx } from '#styled/css/index.js'
import { CrewLink } from './lib/crew-link.tsx'
import type { TabName } from './lib/views.ts'
import { openCountAtom } from './queue/atoms.ts'

const tabs = [
  { name: 'capture', label: 'Capture', href: paths.crew(), Icon: Video },
  { name: 'queue', label: 'Queue', href: paths.crewQueue(), Icon: CloudUpload },
  { name: 'posts', label: 'My Posts', href: paths.crewPosts(), Icon: Clapperboard },
  { name: 'live', label: 'Live', href: paths.crewLive(), Icon: Radio },
  { name: 'settings', label: 'Settings', href: paths.crewSettings(), Icon: Settings },
] as const satisfies readonly { name: TabName; label: string; href: string; Icon: unknown }[]

const bar = css({
  position: 'sticky',
  bottom: '0',
  zIndex: 'sticky',
  colorScheme: 'dark',
  backgroundColor: 'hullDeep',
  color: 'onHull',
  paddingBottom: 'env(safe-area-inset-bottom)',
  _tabsBeside: {
    gridColumn: '1',
    gridRow: '1',
    top: '0',
    height: '100dvh',
    overflowY: 'auto',
    paddingLeft: 'env(safe-area-inset-left)',
  },
  _landscapePhone: { paddingBottom: '0' },
})
/** Leaves its place, so that the record button doesn't move. */
const away = css({ backgroundColor: 'lens', '& > ul': { visibility: 'hidden' } })
const list = css({
  // Two rows with large fonts. In one row, none takes the room of those that still arrive.
  display: 'flex',
  flexWrap: 'wrap',
  '& > li': {
    flex: '1 0 20%',
    minWidth: 'min-content',
    '@media (min-width: 19rem)': { flexGrow: '0' },
  },
  md: { display: 'grid', gridAutoRows: 'minmax(5rem, auto)', minWidth: '24' },
  _landscapePhone: {
    display: 'grid',
    gridAutoRows: 'minmax(3.5rem, 1fr)',
    minHeight: 'full',
    minWidth: '20',
  },
})
const tab = css({
  position: 'relative',
  display: 'grid',
  // The label's line is there before the label.
  gridTemplateRows: 'auto minmax(1em, auto)',
  rowGap: '1',
  justifyItems: 'center',
  alignContent: 'center',
  minHeight: '16',
  height: 'full',
  paddingInline: '0.5',
  color: 'onHull',
  textDecoration: 'none',
  fontFamily: 'body',
  fontWeight: 'semibold',
  fontSize: { base: '2xs', sm: 'sm' },
  lineHeight: 'none',
  letterSpacing: '-0.02em',
  whiteSpace: 'nowrap',
  overflow: 'clip',
  '&:focus-visible': { outlineOffset: '-3px', outlineColor: 'onHull' },
  _landscapePhone: { minHeight: 'wet' },
  // Marks the current tab by shape, not by colour alone.
  _before: {
    content: '""',
    position: 'absolute',
    backgroundColor: 'action',
    clipPath: 'polygon(6px 0, calc(100% - 6px) 0, 100% 100%, 0 100%)',
    insetInlineStart: '3',
    insetInlineEnd: '3',
    top: '0',
    height: '4px',
    transform: 'scaleX(0)',
    transitionProperty: 'transform',
    transitionDuration: 'fast',
    rotate: '180deg',
    _tabsBeside: {
      insetInlineStart: '0',
      insetInlineEnd: 'auto',
      insetBlock: '2.5',
      width: '4px',
      height: 'auto',
      clipPath: 'none',
      transform: 'scaleY(0)',
    },
  },
  '&[aria-current=page]::before': { transform: 'none' },
  '&[aria-current=page]': { fontWeight: 'bold', backgroundColor: 'hull' },
})
const symbol = css({ position: 'relative', display: 'grid' })
const count = css({
  position: 'absolute',
  top: '-1.5',
  insetInlineStart: '70%',
  minWidth: '5',
  height: '5',
  paddingInline: '1',
  display: 'grid',
  placeItems: 'center',
  borderRadius: 'full',
  backgroundColor: 'action',
  color: 'onAction',
  fontSize: 'sm',
  fontWeight: 'bold',
  lineHeight: 'none',
  fontVariantNumeric: 'tabular-nums',
})

function OpenCount() {
  const open = useAtomValue(openCountAtom)
  return open === 0 ? null : (
    <span className={count} aria-hidden>
      {open > 99 ? '99+' : open}
    </span>
  )
}

function OpenText() {
  const open = useAtomValue(openCountAtom)
  return open === 0 ? null : <VisuallyHidden>{open} open</VisuallyHidden>
}

export function TabBar({ current }: { current: TabName | null }) {
  const isHydrated = useHydrated()
  const isRecording = useStore(recordingStore, false)
  return (
    <nav aria-label="Crew" className={cx(bar, isRecording && away)}>
      <ul className={list}>
        {tabs.map(({ name, label, href, Icon }) => (
          <li key={name}>
            <CrewLink href={href} className={tab} aria-current={name === current ? 'page' : undefined}>
              <span className={symbol}>
                <Icon size={26} />
                {isHydrated && name === 'queue' && <OpenCount />}
              </span>
              {label}
              {isHydrated && name === 'queue' && <OpenText />}
            </CrewLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
