import Fish from 'lucide-react/icons/fish'
import type { PagedList } from '#client/lib/query.tsx'
import { catchesQuery } from '#client/tournaments/api/catches.ts'
import { standingsQuery } from '#client/tournaments/api/rules.ts'
import { Data, PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import type { Catch } from '#contract/tournaments/catches.ts'
import type { ScoreBoard } from '#contract/tournaments/scores.ts'
import { CatchItem, type CatchListProps } from './catch-item.tsx'
import { reasonsOn } from './reasons-on-boards.ts'

export const CatchList = (props: CatchListProps) => (
  <PagedData query={catchesQuery(props.tournament.id)} what="The catches" shape="row" count={3}>
    {list =>
      props.view.rules === undefined ? (
        <Catches list={list} boards={[]} {...props} />
      ) : (
        <Data
          query={standingsQuery(props.tournament.id)}
          shape="row"
          count={3}
          failed={<Catches list={list} boards={[]} {...props} />}
        >
          {boards => <Catches list={list} boards={boards} {...props} />}
        </Data>
      )
    }
  </PagedData>
)

interface CatchesProps extends CatchListProps {
  list: PagedList<Catch>
  /** None: without rules. */
  boards: readonly ScoreBoard[]
}

function Catches({ list, boards, ...props }: CatchesProps) {
  if (list.items.length === 0) return <EmptyState icon={<Fish size={26} />} title="No catch yet" as="p" />
  const reasons = reasonsOn(boards)
  return (
    <PagedItems list={list} what="catches">
      <List>
        {list.items.map(fish => (
          <CatchItem key={fish.id} fish={fish} why={reasons.get(fish.id) ?? null} {...props} />
        ))}
      </List>
    </PagedItems>
  )
}
