import { type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from '#client/lib/announce.ts'
import { useBoot, useSiteName } from '#client/lib/boot.tsx'
import { inPlace } from '#client/lib/in-place.ts'
import { pushAddress, useSearch } from '#client/lib/location.ts'
import { documentTitle, type Section, sectionIn, sectionOf } from '#client/lib/sections.ts'
import { useCurrentInView } from '#client/lib/use-current-in-view.ts'
import { css } from '#styled/css/index.js'
import { Container } from './page.tsx'

const band = css({
  colorScheme: 'dark',
  backgroundColor: 'hull',
  color: 'onHull',
  borderBottomWidth: '3px',
  borderColor: 'seaSolid',
  paddingTop: { base: '1', md: '4' },
})
const tabs = css({
  display: 'flex',
  gap: '1',
  marginTop: '2',
  marginInline: '-2',
  flexWrap: { md: 'wrap' },
  overflowX: 'auto',
  _print: { display: 'none' },
  // Names fade at the edge on a phone, which shows that there are more; the last one ends before.
  paddingInlineEnd: { base: '16', md: '0' },
  scrollPaddingInlineEnd: { base: '16', md: '0' },
  maskImage: {
    base: 'linear-gradient(to left, transparent, black token(spacing.16))',
    md: 'none',
  },
  scrollbarWidth: 'none',
})
const tab = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  flexShrink: '0',
  gap: '2',
  minHeight: 'touch',
  paddingInline: '3',
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'xl',
  letterSpacing: 'wide',
  color: 'onHullMuted',
  textDecoration: 'none',
  '&:hover': { color: 'onHull' },
  '&:focus-visible': { outlineOffset: '-3px' },
  '&[aria-current=page]': { color: 'onHull' },
  '&[aria-current=page]::after': {
    content: '""',
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    height: '4px',
    backgroundColor: 'action',
    clipPath: 'polygon(4px 0, 100% 0, calc(100% - 4px) 100%, 0 100%)',
  },
})
const body = css({ paddingBlock: { base: '5', md: '8' } })

export interface FramedSection extends Section {
  /** Mark after the title in the navigation, such as a count. */
  mark?: ReactNode
  content: ReactNode
}

export interface SectionFrameProps {
  /** Label of the navigation. */
  label: string
  /** Content above the sections' names. */
  heading: ReactNode
  sections: readonly FramedSection[]
  /** The default section. */
  first: string
  hrefOf(id: string): string
}

/** A page in sections, each with its address. */
export function SectionFrame({ label, heading, sections, first, hrefOf }: SectionFrameProps) {
  const sectionId = sectionIn(useSearch())
  // A tournament that starts meanwhile doesn't switch the section.
  const [usual] = useState(first)
  const section = sectionOf(sections, sectionId, usual)
  const current = section?.id ?? ''
  // Sections stay mounted, to keep typed text.
  const [visitedIds, setVisitedIds] = useState<readonly string[]>([current])
  if (!visitedIds.includes(current)) setVisitedIds([...visitedIds, current])

  const boot = useBoot()
  const siteName = useSiteName()
  const pageTitle = (boot.head ?? boot.page).title
  const shownId = useRef(current)
  useEffect(() => {
    document.title = documentTitle(section?.title, pageTitle, siteName)
    if (shownId.current === current) return
    shownId.current = current
    // The document's title changes silently.
    if (section) announce(section.title)
  }, [current, section, pageTitle, siteName])

  const nav = useRef<HTMLElement>(null)
  useCurrentInView(nav, current)

  return (
    <>
      <div className={band}>
        <Container>
          {heading}
          <nav ref={nav} aria-label={label} className={tabs}>
            {sections.map(({ id, title: text, mark }) => (
              <a
                key={id}
                href={hrefOf(id)}
                aria-current={id === current ? 'page' : undefined}
                data-same-page=""
                onClick={inPlace(() => {
                  if (id !== current) pushAddress(hrefOf(id))
                })}
                className={tab}
              >
                {text}
                {mark}
              </a>
            ))}
          </nav>
        </Container>
      </div>
      <Container className={body}>
        {sections
          .filter(({ id }) => visitedIds.includes(id))
          .map(({ id, content }) => (
            <div key={id} hidden={id !== current}>
              {content}
            </div>
          ))}
      </Container>
    </>
  )
}
