import { hasBoard } from '#client/domain/boards.ts'
import { Container } from '#client/ui/layout/page.tsx'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const nav = css({
  position: 'sticky',
  top: { base: '14', md: '16' },
  zIndex: 'sticky',
  backgroundColor: 'surface',
  borderBottomWidth: '1px',
  borderColor: 'line',
  _landscapePhone: { position: 'static' },
  // The header wraps.
  _largeText: { position: 'static' },
  '@media print': { display: 'none' },
})
const navRow = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: { base: 'space-between', sm: 'start' },
})
const navLink = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: 'touch',
  minWidth: 'touch',
  paddingInline: { base: '1', sm: '3' },
  fontFamily: 'heading',
  fontWeight: 'semibold',
  fontSize: 'lg',
  color: 'sea',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
})

/** Links to the sections of the page. */
export function PageNav({ tournament }: { tournament: Tournament }) {
  const links = {
    ...(hasBoard(tournament) && { leaderboard: 'Leaderboard' }),
    // Boats are in the order of their places while there is no board.
    boats: hasBoard(tournament) || tournament.status === 'upcoming' ? 'Boats' : 'Leaderboard',
    updates: 'Updates',
    videos: 'Videos',
    info: 'Info',
  }
  return (
    <nav aria-label="On this page" className={nav}>
      <Container>
        <div className={navRow}>
          {Object.entries(links).map(([id, name]) => (
            <a key={id} href={`#${id}`} className={navLink}>
              {name}
            </a>
          ))}
        </div>
      </Container>
    </nav>
  )
}
