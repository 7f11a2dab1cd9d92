import { aboutBoat } from '#client/boats/routes.ts'
import { previewPicture } from '#client/lib/preview-picture.ts'
import { backersQuery } from '#client/money/api/backers.ts'
import { fundingQuery, fundingTotalsQuery, myFundingQuery } from '#client/money/api/funding.ts'
import { handoversQuery, handoverTotalsQuery } from '#client/money/api/handovers.ts'
import { ownResultQuery, payoutDetailsQuery, recapQuery, statementQuery } from '#client/money/api/payouts.ts'
import { loadFunding, loadPotsOfFunding, loadPotsOfStatement } from '#client/money/load-rules.ts'
import { recapPicture } from '#client/money/recap/recap-picture.ts'
import { about, type RouteFacts, subject } from '#client/route.ts'
import { entryQuery } from '#client/tournaments/api/entries.ts'
import { aboutTournament } from '#client/tournaments/routes.ts'

export const moneyRoutes: readonly RouteFacts[] = [
  {
    id: 'statement',
    path: '/statement/:entryId',
    title: 'Statement',
    indexable: true,
    subject: subject(
      ({ entryId = '' }) => statementQuery(entryId),
      ({ boat, tournament }) => ({
        title: `Statement: ${boat.name}`,
        description: `How the winnings of ${boat.name} in ${tournament.name} were divided among its backers, to the cent.`,
      }),
    ),
    first: loadPotsOfStatement,
  },
  {
    id: 'recap',
    path: '/tournament/:id/recap',
    title: 'Recap',
    subject: subject(
      ({ id = '' }) => recapQuery(id),
      recap => ({
        title: `${recap.tournament.name}: The Recap`,
        description: about,
        about: { tournament: aboutTournament(recap.tournament) },
        ...(recap.officialAt !== null && { image: recapPicture(recap) }),
      }),
    ),
    preloadOwn: ({ id = '' }) => [ownResultQuery(id)],
  },
  {
    id: 'funding',
    path: '/funding/:entryId',
    access: 'member',
    title: 'Tournament Entry',
    pays: true,
    subject: subject(
      ({ entryId = '' }) => entryQuery(entryId),
      entry => ({
        title: `Fund ${entry.boat.name}`,
        description: about,
        image: previewPicture(`/og/entry/${entry.id}.png`, entry),
        about: { boat: aboutBoat(entry.boat), tournament: aboutTournament(entry.tournament) },
      }),
    ),
    first: loadFunding,
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
    first: loadPotsOfFunding,
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
