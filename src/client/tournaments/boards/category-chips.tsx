import { useRef } from 'react'
import { type BoardChoice, boardChoices, currentBoards } from '#client/domain/boards.ts'
import { inPlace } from '#client/lib/in-place.ts'
import { replaceAddress } from '#client/lib/location.ts'
import { useNow } from '#client/lib/now.tsx'
import { useCurrentInView } from '#client/lib/use-current-in-view.ts'
import { paths } from '#client/paths.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import { css } from '#styled/css/index.js'

const row = css({
  display: 'flex',
  gap: '2',
  // A cut name shows on a phone that there is more.
  flexWrap: { md: 'wrap' },
  overflowX: 'auto',
  scrollbarWidth: 'none',
  // The focus ring of the chips.
  padding: '1',
  margin: '-1',
  _print: { display: 'none' },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: '0',
    minHeight: 'touch',
    paddingInline: '4',
    fontFamily: 'heading',
    fontWeight: 'semibold',
    fontSize: 'lg',
    color: 'ink',
    textDecoration: 'none',
    backgroundColor: 'surface',
    borderWidth: '2px',
    borderColor: 'edge',
    borderRadius: 'full',
  },
  '& a:hover': { borderColor: 'sea', color: 'sea' },
  '& [aria-current]': { backgroundColor: 'seaSolid', borderColor: 'seaSolid', color: 'onSea!' },
})

interface CategoryChipsProps {
  /** Path. */
  page: string
  rules: RulesJson
  current: BoardChoice
}

/** A link for each category, and for each day of a daily one. */
export function CategoryChips({ page, rules, current }: CategoryChipsProps) {
  const categories = currentBoards(rules, useNow())
  const days = boardChoices(rules).filter(({ category }) => category.key === current.category.key)
  return (
    <>
      {categories.length > 1 && (
        <Chips
          label="Categories"
          chips={categories.map(choice => ({
            name: choice.category.name,
            href: paths.board(page, choice.category.key),
            isCurrent: choice.category.key === current.category.key,
          }))}
        />
      )}
      {days.length > 1 && (
        <Chips
          label="Days"
          chips={days.map(({ category, day }) => ({
            name: day ?? '',
            href: paths.board(page, category.key, day),
            isCurrent: day === current.day,
          }))}
        />
      )}
    </>
  )
}

interface Chip {
  name: string
  href: string
  isCurrent: boolean
}

function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  const nav = useRef<HTMLElement>(null)
  const current = chips.findIndex(({ isCurrent }) => isCurrent)
  useCurrentInView(nav, current)
  return (
    <nav ref={nav} aria-label={label} className={row}>
      {chips.map(({ name, href, isCurrent }) => (
        <a
          key={href}
          href={href}
          data-same-page=""
          aria-current={isCurrent ? 'true' : undefined}
          onClick={inPlace(() => replaceAddress(href))}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
