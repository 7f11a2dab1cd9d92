import type { QueryClient } from '@tanstack/react-query'
import { hashOf } from '#client/lib/hash.ts'
import type { Tournament } from '#contract/tournaments.ts'
import { sessionQuery, sessionsQuery } from './api/account.ts'
import { backersQuery } from './api/backers.ts'
import { boatsQuery } from './api/boats.ts'
import { entryQuery, ownEntriesQuery } from './api/entries.ts'
import { myFundingQuery } from './api/funding.ts'
import { leaderboardQuery, leaderboardTotalsQuery } from './api/leaderboard.ts'
import { statementQuery } from './api/payouts.ts'
import { feedQuery, postQuery } from './api/posts.ts'
import type { Query } from './api/query.ts'
import { deskQuery, tournamentQuery, tournamentsQuery } from './api/tournaments.ts'
import { kioskUpdatesQuery, updatesQuery } from './api/updates.ts'
import type { Head, PageFacts } from './lib/boot.tsx'
import { tagIn } from './lib/post-tag.ts'
import { RequestError } from './lib/request.ts'
import type { Load, PageId } from './page-files.ts'

/** A page's subject, fetched before the status and title are sent: 404 when missing, 403 when forbidden. */
export type Subject = (client: QueryClient, params: Record<string, string>) => Promise<Head>

/** Fetched before rendering. */
type Preloaded = Pick<Query<unknown>, 'queryKey'>

export interface Route extends PageFacts {
  id: PageId
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
  preload?: (params: Record<string, string>, search: string) => Preloaded[]
  /** Takes card payments: gets the provider's public key and its CSP sources. */
  pays?: true
  /** Replaces the page file, for benchmarks. */
  load?: Load
}

export const factsOf = ({
  title,
  description,
  manifest,
  listed,
  data,
  viewer,
  script,
}: Route): PageFacts => ({
  title,
  description,
  ...(manifest !== undefined && { manifest }),
  listed,
  ...(data !== undefined && { data }),
  ...(viewer !== undefined && { viewer }),
  script,
})

function subject<T>(
  queryOf: (params: Record<string, string>) => Query<T>,
  head: (found: T) => Head,
): Subject {
  return async (client, params) => head(await client.fetchQuery({ ...queryOf(params), retry: false }))
}

/** Changes its URL with its content, because previews are cached for days. */
const picture = (path: string, shown: unknown) => `${path}?v=${hashOf(JSON.stringify(shown)).toString(36)}`

const tournamentHead = (found: Tournament): Head => ({
  title: found.name,
  description: found.description?.slice(0, 200) || about,
  image: picture(`/og/tournament/${found.id}.png`, found),
})

const tagline = 'Fund the Catch. Share the Victory.'
const about = 'Back a fishing tournament boat, follow it live and share in its winnings.'

/** A member's home page; everyone's at its own address. */
const home: Omit<Route, 'path'> = {
  id: 'home',
  access: 'public',
  title: 'Tournaments',
  description: about,
  listed: true,
  preload: () => [tournamentsQuery(), updatesQuery(), leaderboardQuery(), leaderboardTotalsQuery()],
  script: 'react',
}

const kiosk = {
  id: 'kiosk',
  access: 'public',
  title: 'Live Leaderboard',
  description: 'Who leads, with which fish, and what the boats report: live, for a large screen.',
  listed: true,
  viewer: 'none',
  script: 'react',
} as const

/** One page: the app routes its views itself, so that they work offline. */
const crewRoutes: readonly Route[] = [
  '/crew',
  '/crew/queue',
  '/crew/posts',
  '/crew/posts/:id',
  '/crew/posts/:id/edit',
  '/crew/compose/:itemId',
  '/crew/live',
  '/crew/settings',
].map(path => ({
  id: 'crew',
  path,
  access: 'member',
  title: 'Crew',
  description: 'Record, upload and publish videos from the boat.',
  manifest: '/crew/manifest.webmanifest',
  fonts: 'late',
  listed: false,
  script: 'react',
}))

/** The list, or a video over it. */
const crewVideos = {
  id: 'crew-videos',
  access: 'public',
  title: 'Crew Videos',
  description: 'Catches, hookups and runs, as the crews filmed them.',
  listed: true,
  preload: (_: Record<string, string>, search: string) => [feedQuery(tagIn(search))],
  script: 'react',
} as const

const routes: readonly Route[] = [
  {
    id: 'landing',
    path: '/',
    access: 'public',
    audience: 'visitor',
    title: tagline,
    description: about,
    listed: true,
    preload: () => [tournamentsQuery()],
    script: 'none',
  },
  { ...home, path: '/', audience: 'member' },
  { ...home, path: '/tournaments' },
  {
    id: 'login',
    path: '/login',
    access: 'public',
    title: 'Sign in',
    description: 'Join the fishing tournament platform',
    listed: true,
    preview: 'next',
    data: 'none',
    script: 'react',
  },
  {
    id: 'recover',
    path: '/recover',
    access: 'public',
    title: 'Reset your password',
    description: 'Get a link to choose a new password.',
    listed: false,
    data: 'none',
    script: 'react',
  },
  {
    id: 'reset',
    path: '/reset',
    access: 'public',
    title: 'Choose a new password',
    description: 'Choose a new password for your account.',
    listed: false,
    data: 'none',
    script: 'react',
  },
  {
    id: 'confirm',
    path: '/confirm',
    access: 'public',
    title: 'Confirm your address',
    description: 'Confirm your e-mail address.',
    listed: false,
    data: 'none',
    script: 'react',
  },
  {
    id: 'logout',
    path: '/logout',
    access: 'public',
    title: 'Sign out',
    description: 'End your session.',
    listed: false,
    data: 'none',
    script: 'react',
  },
  {
    id: 'account',
    path: '/account',
    access: 'member',
    title: 'Your account',
    description: 'Your name, picture, address, password and sessions.',
    listed: false,
    preload: () => [sessionQuery(), sessionsQuery()],
    script: 'react',
  },
  {
    id: 'boats',
    path: '/boats',
    access: 'member',
    title: 'Boats',
    description: 'The boats that fish our tournaments.',
    listed: false,
    preload: () => [boatsQuery()],
    script: 'react',
  },
  {
    id: 'add-boat',
    path: '/add-boat',
    access: 'member',
    title: 'Add a Boat',
    description: 'Enter your boat in tournaments and have it funded.',
    listed: false,
    data: 'none',
    script: 'react',
  },
  {
    id: 'create-tournament',
    path: '/create-tournament',
    access: 'member',
    title: 'Create Tournament',
    description: 'Announce a tournament, take entries and run its weigh-ins.',
    listed: false,
    data: 'none',
    script: 'react',
  },
  ...crewRoutes,
  {
    id: 'tournament',
    path: '/tournament/:id',
    access: 'member',
    title: 'Tournament',
    description: about,
    listed: false,
    subject: subject(({ id = '' }) => tournamentQuery(id), tournamentHead),
    preload: ({ id = '' }) => [ownEntriesQuery(id)],
    script: 'react',
  },
  {
    id: 'manage-tournament',
    path: '/tournament/:id/manage',
    access: 'member',
    title: 'Manage Tournament',
    description: about,
    listed: false,
    // Organiser only: refused before rendering.
    subject: async (client, { id = '' }) => {
      const [tournament] = await Promise.all([
        client.fetchQuery({ ...tournamentQuery(id), retry: false }),
        client.fetchQuery({ ...deskQuery(id), retry: false }),
      ])
      return { title: `Manage ${tournament.name}`, description: about }
    },
    script: 'react',
  },
  {
    id: 'statement',
    path: '/statement/:entryId',
    access: 'public',
    title: 'Statement',
    description: about,
    listed: true,
    subject: subject(
      ({ entryId = '' }) => statementQuery(entryId),
      ({ boat, tournament }) => ({
        title: `Statement: ${boat.name}`,
        description: `How the winnings of ${boat.name} in ${tournament.name} were divided among its backers, to the cent.`,
      }),
    ),
    script: 'react',
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
    access: 'public',
    title: 'QR Code',
    description: about,
    listed: false,
    viewer: 'none',
    subject: subject(({ id = '' }) => tournamentQuery(id), tournamentHead),
    script: 'none',
  },
  {
    ...kiosk,
    path: '/kiosk',
    preload: () => [tournamentsQuery(), kioskUpdatesQuery()],
  },
  {
    ...kiosk,
    path: '/kiosk/:tournamentId',
    subject: subject(
      ({ tournamentId = '' }) => tournamentQuery(tournamentId),
      found => ({ ...tournamentHead(found), description: kiosk.description }),
    ),
    preload: ({ tournamentId = '' }) => [kioskUpdatesQuery(tournamentId)],
  },
  {
    id: 'funding',
    path: '/funding/:entryId',
    access: 'member',
    title: 'Tournament Entry',
    description: about,
    listed: false,
    pays: true,
    subject: subject(
      ({ entryId = '' }) => entryQuery(entryId),
      found => ({
        title: `Fund ${found.boat.name}`,
        description: about,
        image: picture(`/og/entry/${found.id}.png`, found),
      }),
    ),
    script: 'react',
  },
  {
    id: 'funding-return',
    path: '/funding/:entryId/return',
    access: 'member',
    title: 'Your payment',
    description: about,
    listed: false,
    script: 'react',
  },
  {
    id: 'my-funding',
    path: '/my-funding',
    access: 'member',
    title: 'My Funding',
    description: 'What you have funded, and what it brought.',
    listed: false,
    preload: () => [myFundingQuery()],
    script: 'react',
  },
  {
    id: 'receipt',
    path: '/my-funding/:id',
    access: 'member',
    title: 'Receipt',
    description: 'What you have funded.',
    listed: false,
    subject: async (client, { id }) => {
      const fundings = await client.fetchQuery({ ...myFundingQuery(), retry: false })
      const funding = fundings.find(one => one.id === id)
      if (funding === undefined) throw new RequestError(404, '', 'Not Found')
      const { boat } = funding.tournament_entry
      return { title: `Receipt for ${boat.name}`, description: 'What you have funded.' }
    },
    script: 'react',
  },
  {
    id: 'backers',
    path: '/entry/:id/backers',
    access: 'member',
    title: 'Tournament Entry',
    description: about,
    listed: false,
    // Owner only: refused before rendering.
    subject: async (client, { id = '' }) => {
      const [{ boat }] = await Promise.all([
        client.fetchQuery({ ...entryQuery(id), retry: false }),
        client.fetchQuery({ ...backersQuery(id), retry: false }),
      ])
      return { title: `Who backs ${boat.name}`, description: about }
    },
    script: 'react',
  },
]

/** The design system; the build drops it. */
const developmentRoutes: readonly Route[] =
  process.env.NODE_ENV === 'production'
    ? []
    : [
        {
          id: 'ui-kit',
          path: '/__ui',
          access: 'public',
          title: 'Design system',
          description: 'Every part in every state.',
          listed: false,
          script: 'react',
        },
      ]

/** Replaces every page while the site is locked. */
export const gateRoute: Route = {
  id: 'gate',
  path: null,
  access: 'public',
  title: 'Site Under Construction',
  description: 'This site is not open yet.',
  listed: false,
  data: 'none',
  script: 'react',
}

const notFoundRoute: Route = {
  id: 'not-found',
  path: null,
  access: 'public',
  status: 404,
  title: 'Page not found',
  description: 'There is no such page.',
  listed: false,
  script: 'none',
}

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
  for (const route of [...routes, ...developmentRoutes]) {
    if (route.path === null || (route.audience !== undefined && route.audience !== audience)) continue
    const params = matchPath(route.path, path)
    if (params) return { route, params }
  }
  return { route: notFoundRoute, params: {} }
}
