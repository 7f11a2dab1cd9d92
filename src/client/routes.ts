import type { QueryClient } from '@tanstack/react-query'
import { hashOf } from '#client/lib/hash.ts'
import { limits } from '#contract/limits.ts'
import { legalKinds, legalTitles } from '#contract/site/legal-kinds.ts'
import type { BoatSummary, Tournament, TournamentSummary } from '#contract/tournaments/tournaments.ts'
import type { Query } from './api/query.ts'
import {
  boatEntriesQuery,
  boatQuery,
  otherBoatsQuery,
  ownBoatEntriesQuery,
  ownBoatsQuery,
} from './boats/api/boats.ts'
import type { Head, PageFacts } from './lib/boot.tsx'
import { tagIn } from './lib/post-tag.ts'
import { load, type Prefetched } from './lib/query.tsx'
import { readSearch } from './lib/tournament-search.ts'
import { backersQuery } from './money/api/backers.ts'
import { fundingQuery, fundingTotalsQuery, myFundingQuery } from './money/api/funding.ts'
import { handoversQuery, handoverTotalsQuery } from './money/api/handovers.ts'
import { myBoatsQuery } from './money/api/my-boats.ts'
import {
  backersToPayQuery,
  payoutDetailsQuery,
  payoutTotalsQuery,
  resultsQuery,
  statementQuery,
} from './money/api/payouts.ts'
import { tournamentFundingTotalsQuery } from './money/api/refunds.ts'
import { boatFollowQuery, followsQuery, tournamentFollowQuery } from './notifications/api/follows.ts'
import {
  anyOwnBoatQuery,
  anyStaffTournamentQuery,
  anyTournamentQuery,
  noticeSettingsQuery,
  noticesQuery,
} from './notifications/api/notices.ts'
import { devicesQuery } from './notifications/api/push.ts'
import { webhooksQuery } from './notifications/api/webhooks.ts'
import { type Load, pageFiles } from './page-files.ts'
import { paths } from './paths.ts'
import { dataExportQuery, sessionQuery, sessionsQuery } from './people/api/account.ts'
import { ownerLinkQuery, siteRoleQuery } from './people/api/site-roles.ts'
import {
  allTournamentsQuery,
  auditQuery,
  checklistQuery,
  failedJobsQuery,
  legalTextsQuery,
  paymentsQuery,
  peopleQuery,
  requestsQuery,
  settingsQuery,
  siteReportsQuery,
  storageQuery,
} from './site/api/admin.ts'
import { legalQuery } from './site/api/legal.ts'
import { staticPageFiles } from './static-page-files.ts'
import {
  announcementsQuery,
  kioskAnnouncementsQuery,
  latestAnnouncementsQuery,
} from './tournaments/api/announcements.ts'
import { catchesQuery } from './tournaments/api/catches.ts'
import { entryQuery, ownEntriesQuery } from './tournaments/api/entries.ts'
import { boardPagesQuery, boardsQuery, leaderboardTotalsQuery } from './tournaments/api/leaderboard.ts'
import { offeredRoleQuery, ownRoleQuery, staffTournamentsQuery } from './tournaments/api/staff.ts'
import {
  embedQuery,
  foundCardsQuery,
  myTournamentsQuery,
  nextCardQuery,
  organiserViewQuery,
  runningCardsQuery,
  sectionQuery,
  showcaseQueries,
  tournamentQuery,
} from './tournaments/api/tournaments.ts'
import {
  boatUpdatesQuery,
  kioskUpdatesQuery,
  managedUpdatesQuery,
  tournamentUpdatesQuery,
  updatesQuery,
} from './tournaments/api/updates.ts'
import { boatVideosQuery, feedQuery, postQuery, tournamentVideosQuery } from './videos/api/posts.ts'

/** A page's subject, fetched before the status and title are sent: 404 when missing, 403 when forbidden. */
export type Subject = (client: QueryClient, params: Record<string, string>) => Promise<Head>

export interface Route extends PageFacts {
  id: keyof typeof allFiles
  /** With `:params`. Routes for different audiences may share one. */
  path: string | null
  /** `member`: visitors sign in first. */
  access: 'public' | 'member'
  /** Distinguishes routes that share a path. */
  audience?: 'visitor' | 'member'
  status?: 200 | 404
  /** `late`: loads the heading font after more urgent files. */
  fonts?: 'late'
  subject?: Subject
  /** `next`: link previews show the page after signing in, as visitors may see it. */
  preview?: 'next'
  /** Queries to prefetch. @param search as in `?tag=Run`, or empty */
  preload?: (params: Record<string, string>, search: string) => Prefetched[]
  /** Queries of the member's own part, see `PersonalPart`. */
  preloadOwn?: (params: Record<string, string>) => Prefetched[]
  /** Takes card payments: gets the provider's public key and its CSP sources. */
  pays?: true
  /** The content of `main` is the same for all members, and for all visitors: rendered once per change of its data. */
  isShared?: true
  load: Load
}

const allFiles = { ...pageFiles, ...staticPageFiles }

type OwnFacts = Pick<Route, 'id' | 'path' | 'title'> & Partial<Route>

const asRoute = (own: OwnFacts): Route => ({
  access: 'public',
  description: about,
  listed: false,
  script: own.id in staticPageFiles ? 'none' : 'react',
  load: allFiles[own.id] ?? staticPageFiles['not-found'],
  ...own,
})

export const factsOf = (route: Route): PageFacts => {
  const { title, description, manifest, listed, data, viewer, script } = route
  return { title, description, manifest, listed, data, viewer, script }
}

/** @param required fail the page as the subject does */
function subject<T>(
  queryOf: (params: Record<string, string>) => Query<T>,
  head: (found: T) => Head,
  required: (params: Record<string, string>) => readonly Prefetched[] = () => [],
): Subject {
  return async (client, params) => {
    const [found] = await Promise.all([
      client.fetchQuery({ ...queryOf(params), retry: false }),
      ...required(params).map(query => load(client, query)),
    ])
    return head(found)
  }
}

/** Changes its URL with its content, because previews are cached for days. */
const picture = (path: string, shown: unknown) => `${path}?v=${hashOf(JSON.stringify(shown)).toString(36)}`

const aboutBoat = ({ name, captainName, imageUrl }: BoatSummary) => ({ name, captainName, imageUrl })

const aboutTournament = ({ name, location }: Pick<TournamentSummary, 'name' | 'location'>) => ({
  name,
  location,
})

const tournamentHead = (found: Tournament): Head => ({
  title: found.name,
  description: found.description?.slice(0, 200) || about,
  image: picture(`/og/tournament/${found.id}.png`, found),
  about: { tournament: aboutTournament(found) },
})

const boatSubject = subject(
  ({ id = '' }) => boatQuery(id),
  boat => ({
    title: boat.name,
    description: boat.description?.slice(0, 200) || `Captain ${boat.captainName}. ${about}`,
    image: picture(`/og/boat/${boat.id}.png`, boat),
    about: { boat: aboutBoat(boat) },
  }),
)

const tagline = 'Fund the Catch. Share the Victory.'
const about = 'Back a fishing tournament boat, follow it live and share in its winnings.'

/** A member's home page; everyone's at its own address. */
const home = {
  id: 'home',
  title: 'Tournaments',
  listed: true,
  preload: () => [
    sectionQuery('upcoming'),
    sectionQuery('active'),
    sectionQuery('past'),
    latestAnnouncementsQuery(),
    updatesQuery(),
    boardPagesQuery(),
    leaderboardTotalsQuery(),
  ],
  preloadOwn: () => [myBoatsQuery()],
  script: 'late',
  isShared: true,
} as const

const kiosk = {
  id: 'kiosk',
  title: 'Live Leaderboard',
  description: 'Who leads, with which fish, and what the boats report: live, for a large screen.',
  listed: true,
  viewer: 'none',
} as const

/** One page: the app routes its views itself, so that they work offline. */
const crewRoutes = [
  '/crew',
  '/crew/queue',
  '/crew/posts',
  '/crew/posts/:id',
  '/crew/posts/:id/edit',
  '/crew/compose/:itemId',
  '/crew/live',
  '/crew/settings',
].map(
  (path): OwnFacts => ({
    id: 'crew',
    path,
    access: 'member',
    title: 'Crew',
    description: 'Record, upload and publish videos from the boat.',
    manifest: '/crew/manifest.webmanifest',
    fonts: 'late',
  }),
)

/** The list, or a video over it. */
const crewVideos = {
  id: 'crew-videos',
  title: 'Crew Videos',
  description: 'Catches, hookups and runs, as the crews filmed them.',
  listed: true,
  preload: (_: Record<string, string>, search: string) => [feedQuery(tagIn(search))],
} as const

/** The text in force, and each version. */
const legalRoutes = legalKinds.flatMap(kind =>
  [`/${kind}`, `/${kind}/:version`].map(
    (path): OwnFacts => ({
      id: kind,
      path,
      title: legalTitles[kind],
      listed: !path.includes(':'),
      subject: subject(
        ({ version }) => legalQuery(kind, version),
        () => ({ title: legalTitles[kind], description: about }),
      ),
    }),
  ),
)

const routes: readonly OwnFacts[] = [
  {
    id: 'landing',
    path: '/',
    audience: 'visitor',
    title: tagline,
    listed: true,
    preload: () => [showcaseQueries.active, showcaseQueries.upcoming, boardsQuery()],
    isShared: true,
  },
  { ...home, path: '/', audience: 'member' },
  { ...home, path: '/tournaments' },
  {
    id: 'all-tournaments',
    path: '/tournaments/all',
    title: 'All Tournaments',
    description: 'Live, upcoming and past fishing tournaments: search by name or location.',
    listed: true,
    preload: (_, search) => [foundCardsQuery(readSearch(search))],
  },
  {
    id: 'login',
    path: '/login',
    title: 'Sign in',
    description: 'Join the fishing tournament platform',
    listed: true,
    preview: 'next',
    data: 'none',
  },
  {
    id: 'recover',
    path: '/recover',
    title: 'Reset your password',
    description: 'Get a link to choose a new password.',
    data: 'none',
  },
  {
    id: 'reset',
    path: '/reset',
    title: 'Choose a new password',
    description: 'Choose a new password for your account.',
    data: 'none',
  },
  {
    id: 'confirm',
    path: '/confirm',
    title: 'Confirm your address',
    description: 'Confirm your e-mail address.',
    data: 'none',
  },
  {
    id: 'logout',
    path: '/logout',
    title: 'Sign out',
    description: 'End your session.',
    data: 'none',
  },
  {
    id: 'account',
    path: '/account',
    access: 'member',
    title: 'Your account',
    description: 'Your name, picture, address, password and sessions.',
    preload: () => [siteRoleQuery(), sessionQuery(), sessionsQuery(), dataExportQuery()],
  },
  {
    id: 'notices',
    path: '/notices',
    access: 'member',
    title: 'Notices',
    description: 'What happened to what you follow, back and run.',
    preload: () => [noticesQuery()],
  },
  {
    id: 'notice-settings',
    path: '/account/notifications',
    access: 'member',
    title: 'Notifications',
    description: 'What you are told, and how.',
    preload: () => [
      noticeSettingsQuery(),
      followsQuery(),
      anyOwnBoatQuery(),
      anyTournamentQuery(),
      anyStaffTournamentQuery(),
      devicesQuery(),
    ],
  },
  {
    id: 'boats',
    path: '/boats',
    access: 'member',
    title: 'Boats',
    description: 'The boats that fish our tournaments.',
    preload: () => [
      ownBoatsQuery(),
      otherBoatsQuery(),
      ownBoatEntriesQuery(),
      showcaseQueries.active,
      showcaseQueries.upcoming,
    ],
  },
  {
    id: 'boat',
    path: '/boat/:id',
    title: 'Boat',
    listed: true,
    subject: boatSubject,
    preload: ({ id = '' }) => [boatEntriesQuery(id), boatVideosQuery(id), boatUpdatesQuery(id)],
    preloadOwn: ({ id = '' }) => [boatFollowQuery(id)],
  },
  {
    id: 'boat-poster',
    path: '/boat/:id/poster',
    title: 'QR Code',
    viewer: 'none',
    subject: boatSubject,
  },
  {
    id: 'add-boat',
    path: '/add-boat',
    access: 'member',
    title: 'Add a Boat',
    description: 'Enter your boat in tournaments and have it funded.',
    data: 'none',
  },
  {
    id: 'create-tournament',
    path: '/create-tournament',
    access: 'member',
    title: 'Create Tournament',
    description: 'Announce a tournament, take entries and run its weigh-ins.',
    preload: () => [siteRoleQuery()],
  },
  {
    id: 'my-tournaments',
    path: '/my-tournaments',
    access: 'member',
    title: 'My Tournaments',
    description: 'What you organise, and what to do next.',
    preload: () => [myTournamentsQuery(), staffTournamentsQuery()],
  },
  {
    id: 'invitation',
    path: '/invitation/:token',
    access: 'member',
    title: 'Invitation',
    subject: subject(
      ({ token = '' }) => offeredRoleQuery(token),
      ({ tournament, role }) => ({
        title: `${role === 'captain' ? 'Fish in' : role === 'organiser' ? 'Run' : 'Help run'} ${tournament.name}`,
        description: about,
        about: { tournament: aboutTournament(tournament) },
      }),
    ),
  },
  {
    id: 'owner',
    path: '/owner/:token',
    title: 'Own This Site',
    subject: subject(
      ({ token = '' }) => ownerLinkQuery(token),
      () => ({ title: 'Own This Site', description: about, about: {} }),
    ),
  },
  {
    id: 'admin',
    path: '/admin',
    access: 'member',
    title: 'Admin',
    // Owners only: refused before rendering.
    subject: subject(checklistQuery, () => ({ title: 'Admin', description: about })),
    preload: (_, search) => {
      switch (new URLSearchParams(search).get('section')) {
        case 'people':
          return [peopleQuery('')]
        case 'requests':
          return [requestsQuery()]
        case 'tournaments':
          return [allTournamentsQuery('')]
        case 'reports':
          return [siteReportsQuery()]
        case 'jobs':
          return [failedJobsQuery()]
        case 'payments':
          return [paymentsQuery()]
        case 'storage':
          return [storageQuery()]
        case 'legal':
          return [legalTextsQuery()]
        case 'audit':
          return [auditQuery('')]
        case 'settings':
          return [settingsQuery()]
        default:
          return []
      }
    },
  },
  ...crewRoutes,
  ...legalRoutes,
  {
    id: 'tournament',
    path: '/tournament/:id',
    access: 'member',
    title: 'Tournament',
    subject: subject(
      ({ id = '' }) => tournamentQuery(id),
      found => ({ ...tournamentHead(found), feed: paths.updatesFeed(found.id) }),
    ),
    preload: ({ id = '' }) => [
      ownEntriesQuery(id),
      ownRoleQuery(id),
      tournamentFollowQuery(id),
      announcementsQuery(id),
      tournamentUpdatesQuery(id),
      tournamentVideosQuery(id),
    ],
  },
  {
    id: 'manage-tournament',
    path: '/tournament/:id/manage',
    access: 'member',
    title: 'Manage Tournament',
    // Organiser and staff only: refused before rendering.
    subject: subject(
      ({ id = '' }) => tournamentQuery(id),
      ({ name }) => ({ title: `Manage ${name}`, description: about }),
      ({ id = '' }) => [organiserViewQuery(id)],
    ),
    preload: ({ id = '' }, search) => {
      switch (new URLSearchParams(search).get('section')) {
        // The first section of a live tournament.
        case null:
        case 'weigh-in':
          return [catchesQuery(id)]
        case 'updates':
          return [announcementsQuery(id), managedUpdatesQuery(id)]
        case 'fundings':
          return [tournamentFundingTotalsQuery(id)]
        case 'integrations':
          return [embedQuery(id), webhooksQuery(id)]
        case 'results':
          return [resultsQuery(id), payoutTotalsQuery(id), backersToPayQuery(id, '')]
        default:
          return []
      }
    },
  },
  {
    id: 'statement',
    path: '/statement/:entryId',
    title: 'Statement',
    listed: true,
    subject: subject(
      ({ entryId = '' }) => statementQuery(entryId),
      ({ boat, tournament }) => ({
        title: `Statement: ${boat.name}`,
        description: `How the winnings of ${boat.name} in ${tournament.name} were divided among its backers, to the cent.`,
      }),
    ),
  },
  { ...crewVideos, path: '/crew-videos' },
  {
    ...crewVideos,
    path: '/crew-videos/:id',
    subject: subject(
      ({ id = '' }) => postQuery(id),
      ({ caption, tag, boat, video }) => ({
        title: caption ?? (boat ? `${tag} on ${boat.name}` : tag),
        description: boat ? `${tag}, filmed by the crew of ${boat.name}.` : crewVideos.description,
        ...(video.thumbnailUrl !== null && { image: video.thumbnailUrl }),
      }),
    ),
  },
  {
    id: 'dock-board',
    path: '/tournament/:id/board',
    title: 'QR Code',
    viewer: 'none',
    subject: subject(({ id = '' }) => tournamentQuery(id), tournamentHead),
  },
  {
    ...kiosk,
    path: '/kiosk',
    preload: () => [
      boardsQuery(limits.boardsPageMax),
      runningCardsQuery(),
      nextCardQuery(),
      kioskUpdatesQuery(),
      kioskAnnouncementsQuery(),
    ],
  },
  {
    ...kiosk,
    path: '/kiosk/:tournamentId',
    subject: subject(
      ({ tournamentId = '' }) => tournamentQuery(tournamentId),
      found => ({ ...tournamentHead(found), description: kiosk.description }),
    ),
    preload: ({ tournamentId = '' }) => [
      kioskUpdatesQuery(tournamentId),
      kioskAnnouncementsQuery(tournamentId),
    ],
  },
  {
    id: 'funding',
    path: '/funding/:entryId',
    access: 'member',
    title: 'Tournament Entry',
    pays: true,
    subject: subject(
      ({ entryId = '' }) => entryQuery(entryId),
      found => ({
        title: `Fund ${found.boat.name}`,
        description: about,
        image: picture(`/og/entry/${found.id}.png`, found),
        about: { boat: aboutBoat(found.boat), tournament: aboutTournament(found.tournament) },
      }),
    ),
  },
  {
    id: 'funding-return',
    path: '/funding/:entryId/return',
    access: 'member',
    title: 'Your payment',
  },
  {
    id: 'my-funding',
    path: '/my-funding',
    access: 'member',
    title: 'My Funding',
    description: 'What you have funded, and what it brought.',
    preload: () => [
      payoutDetailsQuery(),
      fundingTotalsQuery(),
      myFundingQuery('water'),
      myFundingQuery('upcoming'),
      myFundingQuery('settled'),
    ],
  },
  {
    id: 'receipt',
    path: '/my-funding/:id',
    access: 'member',
    title: 'Receipt',
    description: 'What you have funded.',
    subject: subject(
      ({ id = '' }) => fundingQuery(id),
      ({ tournament_entry: { boat } }) => ({
        title: `Receipt for ${boat.name}`,
        description: 'What you have funded.',
      }),
    ),
  },
  {
    id: 'backers',
    path: '/entry/:id/backers',
    access: 'member',
    title: 'Tournament Entry',
    // Owner only: refused before rendering.
    subject: subject(
      ({ id = '' }) => entryQuery(id),
      ({ boat }) => ({ title: `Who backs ${boat.name}`, description: about }),
      ({ id = '' }) => [backersQuery(id), handoverTotalsQuery(id), handoversQuery(id)],
    ),
  },
]

/** The build drops it. */
const developmentRoutes: readonly OwnFacts[] =
  process.env.NODE_ENV === 'production'
    ? []
    : [{ id: 'ui-kit', path: '/__ui', title: 'Design system', description: 'Every part in every state.' }]

export const allRoutes = [...routes, ...developmentRoutes].map(asRoute)

/** Replaces every page while the site is locked. */
export const gateRoute = asRoute({
  id: 'gate',
  path: null,
  title: 'Site Under Construction',
  description: 'This site is not open yet.',
  data: 'none',
})

const notFoundRoute = asRoute({
  id: 'not-found',
  path: null,
  status: 404,
  title: 'Page not found',
  description: 'There is no such page.',
})

/** Null: no match. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) {
      if (value === '') return null
      try {
        params[part.slice(1)] = decodeURIComponent(value)
      } catch {
        return null
      }
    } else if (part !== value) return null
  }
  return params
}

export function findRoute(path: string, isMember: boolean): { route: Route; params: Record<string, string> } {
  const audience = isMember ? 'member' : 'visitor'
  for (const route of allRoutes) {
    if (route.path === null || (route.audience !== undefined && route.audience !== audience)) continue
    const params = matchPath(route.path, path)
    if (params) return { route, params }
  }
  return { route: notFoundRoute, params: {} }
}
