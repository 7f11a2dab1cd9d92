import { useQuery } from '@tanstack/react-query'
import { logHeadQuery } from '#client/tournaments/api/log.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const head = css({
  // The text breaks beside the controls, so that they stay in their row.
  flex: '1 1 16rem',
  minWidth: '0',
  fontSize: 'xs',
  fontFamily: 'mono',
  fontWeight: 'normal',
})

// It fills its lines.
const hash = css({ wordBreak: 'break-all' })

/** A copy of the public log's head, which a photograph of the screen keeps. */
export function LogHead({ tournament: { id, publicLog } }: { tournament: TournamentSummary }) {
  const { data } = useQuery({ ...logHeadQuery(id), enabled: publicLog === true })
  if (!publicLog || !data || data.seq === 0) return null
  return (
    <span className={head}>
      {`Catch log ${data.seq} · `}
      <VisuallyHidden>{`${data.hash.slice(0, 4).toUpperCase()}…`}</VisuallyHidden>
      <span className={hash} aria-hidden>
        {data.hash}
      </span>
    </span>
  )
}
