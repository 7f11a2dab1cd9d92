import Ship from 'lucide-react/icons/ship'
import type { ReactNode } from 'react'
import { ownBoatsQuery } from '#client/boats/api/boats.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { FindField, findFrom, useSearchText } from '#client/ui/forms/list-filter.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Boat } from '#contract/boats/boats.ts'

const addBoat = (
  <LinkButton href={paths.addBoat()} variant="action">
    Add a Boat
  </LinkButton>
)

/** @param children their rows */
export function OwnBoats({ children }: { children: (boats: PagedList<Boat>['items']) => ReactNode }) {
  const [searchText, setSearchText] = useSearchText()
  return (
    <Section id="my-boats" title="My Boats" action={addBoat}>
      <PagedData query={ownBoatsQuery(searchText)} shape="row" what="Your boats">
        {list =>
          list.items.length === 0 && searchText === '' ? (
            <EmptyState
              icon={<Ship size={26} />}
              title="No boats yet"
              description="Add your boat, enter it in a tournament, and let backers fund it."
              action={<LinkButton href={paths.addBoat()}>Add Your First Boat</LinkButton>}
            />
          ) : (
            <Stack>
              {(searchText !== '' || list.items.length >= findFrom) && (
                <FindField onSearch={setSearchText} placeholder="Boat or captain" />
              )}
              <PagedItems list={list} what="boats">
                {list.items.length === 0 ? <EmptyState title="No boat matches" /> : children(list.items)}
              </PagedItems>
            </Stack>
          )
        }
      </PagedData>
    </Section>
  )
}
