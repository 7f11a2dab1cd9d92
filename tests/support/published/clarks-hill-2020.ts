import type { Fish } from '../ruled-tournament.ts'
import { award, category, daysOf, pot } from '../scoring.ts'
import type { PublishedTournament } from './published.ts'

/** Pounds and ounces in so many bass, as even as ounces allow. */
const bag = (boat: string, bass: number, pounds: number, ounces: number): [string, Fish][] => {
  const total = pounds * 16 + ounces
  return Array.from({ length: bass }, (_, index) => [
    boat,
    { species: 'Largemouth Bass', ounces: Math.floor((total + index) / bass) },
  ])
}

/** Five fish in ounces, with three boaters who share a place. */
export const clarksHill2020: PublishedTournament = {
  name: 'Phoenix Bass Fishing League, Clarks Hill Lake, 7 March 2020: boaters',
  sources: [
    'https://www.postandcourier.com/journal-scene/sports/ridgeville-boater-wins-mccormick-bass-tournament/article_a7e1cd6e-6949-11ea-8606-4bea2b3f10e0.html',
  ],
  derived: [
    'The weights of single bass: totals and numbers of bass are published.',
    'The prizes of places 6 to 9: from place 5 ($685) to 10 ($400) they fall by $57, so that three who share 7th win $514 each, as published. The published sums of Cannington ($828) and Burns ($614) are $200 and $100 above that: bonuses that no place decides.',
    'Boaters below the tenth place, and whether fish were dead: the published weights are net.',
  ],
  rules: {
    unit: 'oz',
    days: daysOf(1),
    species: [{ name: 'Largemouth Bass' }],
    categories: [category({ limits: [{ mostPerDay: 5 }] })],
    pots: [pot()],
    awards: [award({ split: { amounts: [3426, 1713, 1141, 799, 685, 628, 571, 514, 457, 400] } })],
  },
  boats: [
    ...['Austin', 'Bailey', 'Gant', 'Rakes', 'Walker', 'Cannington'],
    ...['Thompkins', 'Campbell', 'Burns', 'Pelfrey'],
  ],
  fish: [
    ...bag('Pelfrey', 3, 9, 1),
    ...bag('Thompkins', 5, 9, 6),
    ...bag('Campbell', 5, 9, 6),
    ...bag('Burns', 5, 9, 6),
    ...bag('Cannington', 5, 9, 8),
    ...bag('Walker', 5, 9, 9),
    ...bag('Rakes', 4, 11, 3),
    ...bag('Gant', 5, 11, 14),
    ...bag('Bailey', 3, 13, 7),
    ...bag('Austin', 5, 13, 15),
  ],
  places: {
    main: [
      '1 Austin 223',
      '2 Bailey 215',
      '3 Gant 190',
      '4 Rakes 179',
      '5 Walker 153',
      '6 Cannington 152',
      '=7 Thompkins 150',
      '=7 Campbell 150',
      '=7 Burns 150',
      '10 Pelfrey 145',
    ],
  },
  prizes: {
    award: [
      '1 Austin 3426.00',
      '2 Bailey 1713.00',
      '3 Gant 1141.00',
      '4 Rakes 799.00',
      '5 Walker 685.00',
      '6 Cannington 628.00',
      '=7 Thompkins 514.00',
      '=7 Campbell 514.00',
      '=7 Burns 514.00',
      '10 Pelfrey 400.00',
    ],
  },
  won: { Austin: '3426.00', Bailey: '1713.00', Thompkins: '514.00', Pelfrey: '400.00' },
}
