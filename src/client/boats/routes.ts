import type { QueryClient } from '@tanstack/react-query'
import { boatCrewQuery, ownBoatChoicesQuery, ownBoatsQuery } from '#client/boats/api/boats.ts'
import { assignmentQuery } from '#client/boats/api/crew.ts'
import { previewPicture } from '#client/lib/preview-picture.ts'
import { load } from '#client/lib/query.tsx'
import { ownSharesQuery } from '#client/money/api/my-boats.ts'
import { boatFollowQuery } from '#client/notifications/api/follows.ts'
import { about, type RouteFacts, subject } from '#client/route.ts'
import {
  boatCareerQuery,
  boatEntriesQuery,
  boatQuery,
  ownBoatEntriesQuery,
  tournamentBoatsQuery,
} from '#client/tournaments/api/boat-profiles.ts'
import { showcaseQueries } from '#client/tournaments/api/tournaments.ts'
import { boatUpdatesQuery } from '#client/tournaments/api/updates.ts'
import { boatVideosQuery } from '#client/videos/api/posts.ts'
import type { BoatSummary } from '#contract/boats/boats.ts'
import { countText } from '#contract/numbers.ts'
import type { BoatRecord } from '#contract/tournaments/boat-profiles.ts'

/** "3 podiums in 12 tournaments."; '': none in a settled one. */
const podiumsText = ({ podiums, settled }: BoatRecord) =>
  podiums === 0 ? '' : `${countText(podiums, 'podium')} in ${countText(settled, 'tournament')}.`

const captainText = ({ captainName }: BoatSummary) => `Captain ${captainName}. ${about}`

const boatSubject = subject(
  ({ id = '' }) => boatQuery(id),
  boat => ({
    title: boat.name,
    description: [podiumsText(boat.record), boat.description?.slice(0, 200) || captainText(boat)]
      .filter(Boolean)
      .join(' '),
    image: previewPicture(`/og/boat/${boat.id}.png`, boat),
    about: { boat: aboutBoat(boat) },
  }),
)

export const aboutBoat = ({ id, name, captainName, imageUrl }: BoatSummary) => ({
  id,
  name,
  captainName,
  imageUrl,
})

/** Data of the rows of own boats: their tournaments, those they can enter, and how many people ask to join their crew. */
async function loadOwnBoats(client: QueryClient): Promise<void> {
  const { pages } = await client.fetchInfiniteQuery({ ...ownBoatsQuery(), retry: false })
  const boats = pages.flatMap(({ items }) => items)
  if (boats.length === 0) return
  const queries = [ownBoatEntriesQuery(), showcaseQueries.active, showcaseQueries.upcoming]
  await Promise.all([...queries, ...boats.map(({ id }) => boatCrewQuery(id))].map(each => load(client, each)))
}

export const boatsRoutes: readonly RouteFacts[] = [
  {
    id: 'boats',
    path: '/boats',
    access: 'member',
    title: 'Boats',
    description: 'The boats that fish our tournaments.',
    first: client => Promise.all([loadOwnBoats(client), load(client, tournamentBoatsQuery())]),
  },
  {
    id: 'boat',
    path: '/boat/:id',
    title: 'Boat',
    indexable: true,
    subject: boatSubject,
    preload: ({ id = '' }) => [
      boatEntriesQuery(id),
      boatCareerQuery(id),
      boatVideosQuery(id),
      boatUpdatesQuery(id),
    ],
    preloadOwn: ({ id = '' }) => [boatFollowQuery(id), ownBoatChoicesQuery(), ownSharesQuery(id)],
  },
  {
    id: 'join-crew',
    path: '/boat/:id/crew',
    access: 'member',
    title: 'Join the Crew',
    subject: subject(
      ({ id = '' }) => boatQuery(id),
      boat => ({
        title: `Join the Crew of ${boat.name}`,
        description: about,
        about: { boat: aboutBoat(boat) },
      }),
    ),
    preload: () => [assignmentQuery(), ownBoatChoicesQuery()],
  },
  {
    id: 'boat-poster',
    path: '/boat/:id/poster',
    title: 'QR Code',
    viewer: 'none',
    subject: boatSubject,
    load: () => import('./pages/boat-poster.tsx'),
  },
  {
    id: 'add-boat',
    path: '/add-boat',
    access: 'member',
    title: 'Add a Boat',
    description: 'Enter your boat in tournaments and let backers fund it.',
    data: 'none',
  },
]
