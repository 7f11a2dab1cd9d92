import Anchor from 'lucide-react/icons/anchor'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { tournamentBoatsQuery } from '#client/tournaments/api/boat-profiles.ts'
import { FindField, findFrom, useSearchText } from '#client/ui/forms/list-filter.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { ListRow } from '#client/ui/layout/list-row.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, Stack } from '#client/ui/layout/stack.tsx'
import { BoatLead, Funded, Live } from '#client/ui/marks/row-marks.tsx'
import type { TournamentBoat } from '#contract/tournaments/boat-profiles.ts'

/** Most characters of a row's description, which CSS cuts off anyway. */
const descriptionLength = 160

/** The boats of others, live ones first. */
export function TournamentBoats() {
  const [searchText, setSearchText] = useSearchText()
  return (
    <Section id="all-boats" title="All Tournament Boats">
      <PagedData query={tournamentBoatsQuery(searchText)} shape="row" count={3} what="The boats">
        {list =>
          list.items.length === 0 && searchText === '' ? (
            <EmptyState
              icon={<Anchor size={26} />}
              title="No other boats yet"
              description="Boats of other owners will appear here."
            />
          ) : (
            <Stack>
              {(searchText !== '' || list.items.length >= findFrom) && (
                <FindField onSearch={setSearchText} placeholder="Boat or captain" />
              )}
              <Boats list={list} />
            </Stack>
          )
        }
      </PagedData>
    </Section>
  )
}

const Boats = ({ list }: { list: PagedList<TournamentBoat> }) => (
  <PagedItems list={list} what="boats">
    {list.items.length === 0 ? (
      <EmptyState title="No boat matches" />
    ) : (
      <List>
        {list.items.map(boat => (
          <BoatRow key={boat.id} boat={boat} />
        ))}
      </List>
    )}
  </PagedItems>
)

function BoatRow({ boat }: { boat: TournamentBoat }) {
  const { id, name, captainName, description, entry } = boat
  return (
    <ListRow
      href={paths.boat(id)}
      lead={<BoatLead boat={boat} entry={entry} />}
      title={name}
      line={
        <>
          {entry?.tournament.status === 'active' && <Live />} <span>Captain: {captainName}</span>
          {entry && ` · ${entry.tournament.name}`}
          {description !== null && ` · ${description.slice(0, descriptionLength)}`}
        </>
      }
      figures={entry && <Funded raised={entry.currentFunding} goal={entry.fundingGoal} />}
    />
  )
}
