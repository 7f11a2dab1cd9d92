import type { Head } from '#client/lib/boot.tsx'
import { previewPicture } from '#client/lib/preview-picture.ts'
import { load } from '#client/lib/query.tsx'
import { sectionIn, sectionOf } from '#client/lib/sections.ts'
import { backedBoatsQuery, crewedBoatsQuery } from '#client/money/api/my-boats.ts'
import { firstOfMyTournamentsQuery, myTournamentsQuery } from '#client/money/api/my-tournaments.ts'
import { backersToPayQuery, payoutTotalsQuery, resultsQuery } from '#client/money/api/payouts.ts'
import { tournamentFundingTotalsQuery } from '#client/money/api/refunds.ts'
import { loadKioskResults } from '#client/money/load-rules.ts'
import { tournamentFollowQuery } from '#client/notifications/api/follows.ts'
import { webhooksQuery } from '#client/notifications/api/webhooks.ts'
import { paths } from '#client/paths.ts'
import { siteRoleQuery } from '#client/people/api/site-roles.ts'
import { about, type RouteFacts, type Subject, subject } from '#client/route.ts'
import {
  announcementsQuery,
  kioskAnnouncementsQuery,
  latestAnnouncementsQuery,
} from '#client/tournaments/api/announcements.ts'
import { catchesQuery } from '#client/tournaments/api/catches.ts'
import { ownEntriesQuery } from '#client/tournaments/api/entries.ts'
import {
  boardPagesQuery,
  lastBoardQuery,
  leaderboardTotalsQuery,
  runningBoardsQuery,
} from '#client/tournaments/api/leaderboard.ts'
import { logHeadQuery, logQuery, slipQuery } from '#client/tournaments/api/log.ts'
import {
  closedProtestsQuery,
  holdsQuery,
  openProtestsQuery,
  protestsQuery,
  protestWindowQuery,
} from '#client/tournaments/api/protests.ts'
import { raceQuery } from '#client/tournaments/api/race.ts'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import { offeredRoleQuery, ownRoleQuery, staffTournamentsQuery } from '#client/tournaments/api/staff.ts'
import {
  embedQuery,
  foundCardsQuery,
  nextCardQuery,
  organiserViewQuery,
  runningCardsQuery,
  sectionQueries,
  tournamentQuery,
} from '#client/tournaments/api/tournaments.ts'
import {
  kioskUpdatesQuery,
  managedUpdatesQuery,
  tournamentUpdatesQuery,
  updatesQuery,
} from '#client/tournaments/api/updates.ts'
import { loadBoard, loadBoards, loadKioskRules } from '#client/tournaments/load-boards.ts'
import { mostEvents, windowOf } from '#client/tournaments/log-window.ts'
import { firstManageSection, manageSectionsOf } from '#client/tournaments/manage-sections.ts'
import { rulesNumberIn } from '#client/tournaments/rules-number.ts'
import { readSearch } from '#client/tournaments/tournament-search.ts'
import { tournamentVideosQuery } from '#client/videos/api/posts.ts'
import { codePath } from '#contract/qr-code.ts'
import { leadChangesOf } from '#contract/tournaments/race-places.ts'
import { amountText } from '#contract/tournaments/score-texts.ts'
import type { Tournament, TournamentSummary } from '#contract/tournaments/tournaments.ts'

/** A member's home page; everyone's at its own address. */
const home = {
  id: 'home',
  title: 'Tournaments',
  indexable: true,
  preload: () => [
    sectionQueries.active,
    sectionQueries.upcoming,
    sectionQueries.past,
    latestAnnouncementsQuery(),
    updatesQuery(),
    boardPagesQuery(),
    leaderboardTotalsQuery(),
  ],
  preloadOwn: () => [firstOfMyTournamentsQuery(), crewedBoatsQuery(), backedBoatsQuery()],
  script: 'late',
} as const

const kiosk = {
  id: 'kiosk',
  title: 'Live Leaderboard',
  description: 'Who leads, with which fish, and what the boats report: live, for a large screen.',
  indexable: true,
  surface: 'kiosk',
  viewer: 'none',
} as const

const tournamentHead = (tournament: Tournament): Head => ({
  title: tournament.name,
  description: tournament.description?.slice(0, 200) || about,
  image: previewPicture(`/og/tournament/${tournament.id}.png`, tournament),
  about: { tournament: aboutTournament(tournament) },
})

export const aboutTournament = ({ name, location }: Pick<TournamentSummary, 'name' | 'location'>) => ({
  name,
  location,
})

/** @param head of the page of a tournament, which it needs */
const ofTournament = (head: (tournament: Tournament) => Head) =>
  subject(({ id = '' }) => tournamentQuery(id), head)

const race = {
  id: 'race',
  title: 'Race',
  first: (client, address) =>
    Promise.all([load(client, raceQuery(address.params.id ?? '')), loadBoard(client, address)]),
} as const satisfies Partial<RouteFacts>

const raceHead = (tournament: Tournament): Head => ({
  ...tournamentHead(tournament),
  title: `Race: ${tournament.name}`,
  description: `How the lead of ${tournament.name} changed, weigh-in by weigh-in.`,
})

/** Head of the page of a boat that took the lead; without such a boat, of the race. */
const leadSubject: Subject = async (client, { id = '', entryId = '' }) => {
  const [tournament, race] = await Promise.all([
    client.fetchQuery({ ...tournamentQuery(id), retry: false }),
    client.fetchQuery({ ...raceQuery(id), retry: false }),
  ])
  const lead = leadChangesOf(race).findLast(change => change.entryId === entryId)
  const boat = tournament.entries.find(entry => entry.id === entryId)?.boat.name
  if (!lead || boat === undefined) return raceHead(tournament)
  return {
    ...raceHead(tournament),
    title: `New leader: ${boat}`,
    description: `${boat} took the lead of ${tournament.name} with ${amountText(lead.amount, race.unit)}.`,
    image: previewPicture(paths.leadPicture(id, entryId), lead),
  }
}

const logSubject = ofTournament(tournament => ({
  title: `Catch Log: ${tournament.name}`,
  description: `Every weigh-in, correction and decision of ${tournament.name}, chained so that everyone can check it.`,
  about: {
    tournament: {
      ...aboutTournament(tournament),
      ...(tournament.status === 'completed' && { endedAt: tournament.endDate }),
    },
  },
}))

const manageSubject: Subject = async (client, { id = '' }, search) => {
  const [tournament, { role }, { rules }] = await Promise.all([
    client.fetchQuery({ ...tournamentQuery(id), retry: false }),
    client.fetchQuery({ ...organiserViewQuery(id), retry: false }),
    client.fetchQuery({ ...rulesQuery(id), retry: false }),
  ])
  const sections = manageSectionsOf(tournament, role, rules !== null)
  return {
    title: `Manage ${tournament.name}`,
    section: sectionOf(sections, sectionIn(search), firstManageSection(tournament))?.title,
    description: about,
  }
}

export const tournamentsRoutes: readonly RouteFacts[] = [
  { ...home, path: '/', audience: 'member' },
  { ...home, path: '/tournaments' },
  {
    id: 'all-tournaments',
    path: '/tournaments/all',
    title: 'All Tournaments',
    description: 'Live, upcoming and past fishing tournaments: search by name or location.',
    indexable: true,
    preload: (_, search) => [foundCardsQuery(readSearch(search))],
    load: () => import('./pages/all-tournaments.tsx'),
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
    id: 'tournament',
    path: '/tournament/:id',
    access: 'member',
    fromCode: ({ id = '' }) => codePath(paths.pickBoat(id)),
    title: 'Tournament',
    subject: ofTournament(tournament => ({
      ...tournamentHead(tournament),
      feed: paths.updatesFeed(tournament.id),
    })),
    first: loadBoards,
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
    id: 'pick-boat',
    path: '/tournament/:id/boats',
    title: 'Pick a boat',
    subject: ofTournament(tournamentHead),
    load: () => import('./pages/pick-boat.tsx'),
  },
  {
    ...race,
    path: '/tournament/:id/race',
    subject: ofTournament(raceHead),
  },
  { ...race, path: '/tournament/:id/race/:entryId', subject: leadSubject },
  {
    id: 'rules',
    path: '/tournament/:id/rules',
    title: 'Rules',
    subject: subject(
      ({ id = '' }) => tournamentQuery(id),
      tournament => ({ ...tournamentHead(tournament), title: `Rules of ${tournament.name}` }),
      ({ id = '' }, search) => [rulesQuery(id, rulesNumberIn(search))],
    ),
    load: () => import('./pages/rules.tsx'),
  },
  {
    id: 'protests',
    path: '/tournament/:id/protests',
    title: 'Protests',
    subject: ofTournament(({ name }) => ({ title: `Protests of ${name}`, description: about })),
    preload: ({ id = '' }) => [protestWindowQuery(id), protestsQuery(id), holdsQuery(id)],
    preloadOwn: ({ id = '' }) => [ownEntriesQuery(id)],
  },
  {
    id: 'tournament-log',
    path: '/tournament/:id/log',
    title: 'Catch Log',
    // A private log is refused before rendering.
    subject: async (client, params, search) => {
      const { id = '' } = params
      const head = await client.fetchQuery({ ...logHeadQuery(id), retry: false })
      if (head.seq > 0) await load(client, logQuery(id, windowOf(null, head.seq).first - 1))
      return logSubject(client, params, search)
    },
    preload: ({ id = '' }, search) => {
      const before = new URLSearchParams(search).get('before')
      return before === null ? [] : [logQuery(id, windowOf(before, mostEvents).first - 1)]
    },
  },
  {
    id: 'slip',
    path: '/slip/:number',
    title: 'Weigh Slip',
    subject: subject(
      ({ number = '' }) => slipQuery(number),
      ({ number, boat, species, tournament }) => ({
        title: `Weigh Slip ${number}`,
        description: `${boat}: ${species} in ${tournament.name}, as the catch log has it.`,
      }),
    ),
  },
  {
    id: 'manage-tournament',
    path: '/tournament/:id/manage',
    access: 'member',
    title: 'Manage Tournament',
    // Organiser and staff only: refused before rendering.
    subject: manageSubject,
    preload: ({ id = '' }, search) => {
      switch (sectionIn(search)) {
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
        case 'protests':
          return [openProtestsQuery(id), closedProtestsQuery(id), holdsQuery(id)]
        case 'results':
          return [resultsQuery(id), payoutTotalsQuery(id), backersToPayQuery(id, '')]
        default:
          return []
      }
    },
  },
  {
    id: 'dock-board',
    path: '/tournament/:id/board',
    title: 'QR Code',
    viewer: 'none',
    subject: ofTournament(tournamentHead),
    load: () => import('./pages/dock-board.tsx'),
  },
  {
    ...kiosk,
    path: '/kiosk',
    preload: () => [
      runningBoardsQuery(),
      runningCardsQuery(),
      nextCardQuery(),
      lastBoardQuery(),
      kioskUpdatesQuery(),
      kioskAnnouncementsQuery(),
    ],
  },
  {
    ...kiosk,
    path: '/kiosk/:tournamentId',
    subject: subject(
      ({ tournamentId = '' }) => tournamentQuery(tournamentId),
      tournament => ({ ...tournamentHead(tournament), description: kiosk.description }),
    ),
    first: async (client, address) => {
      await Promise.all([loadKioskRules(client, address), loadKioskResults(client, address)])
    },
    preload: ({ tournamentId = '' }) => [
      kioskUpdatesQuery(tournamentId),
      kioskAnnouncementsQuery(tournamentId),
    ],
  },
]
