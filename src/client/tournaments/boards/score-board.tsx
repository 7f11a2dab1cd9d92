import Fish from 'lucide-react/icons/fish'
import { type ReactNode, useDeferredValue, useRef } from 'react'
import { type BoardChoice, chosenBoard } from '#client/domain/boards.ts'
import { useSearch } from '#client/lib/location.ts'
import { useNow } from '#client/lib/now.tsx'
import type { PagedList } from '#client/lib/query.tsx'
import { boardLinesQuery } from '#client/tournaments/api/boards.ts'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { inOrder, useCalmOrder } from '#client/ui/layout/use-calm-order.ts'
import { useFlip } from '#client/ui/layout/use-flip.ts'
import type { BoardLine } from '#contract/tournaments/scores.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { cx } from '#styled/css/index.js'
import { BoardRow, boardRows } from './board-row.tsx'
import { CategoryChips } from './category-chips.tsx'
import { openList } from './open-list.ts'

/** In place of a board. */
export const boardLoading = (
  <Stack gap="2">
    <Loading shape="row" count={5} />
  </Stack>
)

interface ScoreBoardProps {
  tournament: Tournament
  rules: RulesJson
  /** Path of the page. */
  page: string
  /** Links to other views of the board. */
  links: ReactNode
}

/** A board of each category and day, one at a time. */
export function ScoreBoard({ tournament, rules, page, links }: ScoreBoardProps) {
  const choice = chosenBoard(rules, useSearch(), useNow())
  // The former board stays until the next one is there.
  const loadedChoice = useDeferredValue(choice)
  return (
    <Section id="leaderboard" title="Leaderboard" action={links}>
      {choice && loadedChoice && (
        <Stack>
          <CategoryChips page={page} rules={rules} current={choice} />
          <div aria-busy={loadedChoice.title !== choice.title || undefined}>
            <PagedData
              query={boardLinesQuery(tournament.id, loadedChoice)}
              fallback={boardLoading}
              what="The leaderboard"
            >
              {list => (
                <Board
                  key={loadedChoice.title}
                  list={list}
                  tournament={tournament}
                  rules={rules}
                  choice={loadedChoice}
                />
              )}
            </PagedData>
          </div>
        </Stack>
      )}
    </Section>
  )
}

interface BoardProps extends Pick<ScoreBoardProps, 'tournament' | 'rules'> {
  list: PagedList<BoardLine>
  choice: BoardChoice
}

function Board({ list, tournament, rules, choice }: BoardProps) {
  const boardRef = useRef<HTMLDivElement>(null)
  const rowsRef = useFlip<HTMLOListElement>()
  const entries = new Map(tournament.entries.map(entry => [entry.id, entry]))
  const lines = list.items.flatMap(line => {
    const entry = entries.get(line.entryId)
    return entry ? [{ id: line.contestant, line, entry }] : []
  })
  const order = useCalmOrder(
    lines.map(({ id }) => id),
    boardRef,
  )
  if (lines.length === 0)
    return <EmptyState icon={<Fish size={26} />} title={`No fish yet: ${choice.title}`} />
  return (
    <div ref={boardRef}>
      <PagedItems list={list} what="places">
        <ol ref={rowsRef} aria-label={choice.title} className={cx(openList, boardRows)}>
          {inOrder(lines, order).map(({ id, line, entry }) => (
            <BoardRow
              key={id}
              line={line}
              entry={entry}
              rules={rules}
              choice={choice}
              status={tournament.status}
            />
          ))}
        </ol>
      </PagedItems>
    </div>
  )
}
