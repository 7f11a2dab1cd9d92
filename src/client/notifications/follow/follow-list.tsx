import { useApiMutation } from '#client/api/use-api-mutation.ts'
import type { PagedList } from '#client/lib/query.tsx'
import { toast } from '#client/lib/toast.ts'
import { followsQuery, unfollowBoat, unfollowTournament } from '#client/notifications/api/follows.ts'
import { paths } from '#client/paths.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { NameLink, TextLink } from '#client/ui/controls/link.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { List, ListItem, RowText } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Follow } from '#contract/notifications/notifications.ts'

const kinds = {
  boat: { path: paths.boat, unfollow: unfollowBoat, label: 'Boat' },
  tournament: { path: paths.tournament, unfollow: unfollowTournament, label: 'Tournament' },
} as const

export const FollowList = () => (
  <Section id="follows" title="What you follow">
    <PagedData query={followsQuery()} shape="row" what="What you follow">
      {list => <Follows list={list} />}
    </PagedData>
  </Section>
)

function Follows({ list }: { list: PagedList<Follow> }) {
  return (
    <PagedItems list={list} what="boats and tournaments" gap="4">
      {list.items.length === 0 ? (
        <EmptyState
          title="You don’t follow anything yet."
          description="Press Follow on a boat or a tournament. You follow the boats you back unless you mute them."
          action={<TextLink href={paths.allTournaments()}>All Tournaments</TextLink>}
        />
      ) : (
        <List>
          {list.items.map(each => (
            <FollowRow key={each.id} follow={each} />
          ))}
        </List>
      )}
    </PagedItems>
  )
}

function FollowRow({ follow: { kind, id, name, because } }: { follow: Follow }) {
  const { path, unfollow, label } = kinds[kind]
  const { pending, run } = useApiMutation(unfollow)
  const isBacker = because === 'backer'

  const stop = () =>
    run({ params: { id } }, () =>
      toast({ title: isBacker ? `${name} is muted` : `You no longer follow ${name}` }),
    )

  return (
    <ListItem gap="3" rowGap="2">
      <RowText basis="12rem">
        <NameLink href={path(id)}>{name}</NameLink>
        <Muted small>{isBacker ? `${label} that you back` : label}</Muted>
      </RowText>
      <Button variant="secondary" size="sm" pending={pending} onClick={() => void stop()}>
        {isBacker ? 'Mute' : 'Unfollow'}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </ListItem>
  )
}
