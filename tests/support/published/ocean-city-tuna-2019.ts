import type { Fish } from '../ruled-tournament.ts'
import { award, category, daysOf, one, pot } from '../scoring.ts'
import { type PublishedTournament, unnamed } from './published.ts'

const names = [
  ...['Moore Bills', 'Reel Chaos', 'Seakeeper', 'Restless Lady II', 'Theresa Jean', 'Sea Wolf'],
  ...['Marli', 'DA Sea', 'Hall Pass', 'C-Boys', 'Troublemaker', 'Fin Chaser', 'Myra HT', 'Margarita'],
]
const boats = [...names, ...unnamed(109 - names.length)]
const others = boats.slice(names.length)

const tuna = (weight: number, day = 1): Fish => ({ species: 'Tuna', weight, day })

/** The heaviest tuna and the heaviest stringer, with jackpots that a part of the boats entered, and a tie for first. */
export const oceanCityTuna2019: PublishedTournament = {
  name: 'Ocean City Tuna Tournament 2019',
  sources: [
    // Boats of levels G and H, their pots, most weights and prizes.
    'https://www.oceancitytoday.com/sports/record-paid-out-to-tuna-tourney-winners/article_1a4945d4-aca4-11e9-ab1b-2b28b2ebc628.html',
    // Marli, dolphin, wahoo and lady anglers.
    'https://mdcoastdispatch.com/2019/07/18/big-payouts-in-32nd-oc-tuna-tournament/',
    // Standings after the first day. In a tie, the prizes of first and second are combined and split.
    'https://fishinoc.com/day-1-at-the-ocean-city-tuna-tournament/',
  ],
  derived: [
    'Level H is published as 43 boats × $5,000 and $193,500, which is 90 %. Level G as 54 boats and $121,500: at 90 % that is $2,500 a boat.',
    'Which boats entered levels G and H, beyond their winners.',
    'Other levels are published as sums of boats. Reel Chaos’s other $117,600 is its half of first and second; the $6,997 that Moore Bills won beyond as much is a level of its own.',
    'Single fish of stringers, and most days. Margarita’s fish: more than the 55 lb that was third after day 1.',
  ],
  rules: {
    days: daysOf(3),
    species: [{ name: 'Tuna' }, { name: 'Dolphin' }, { name: 'Wahoo' }],
    divisions: [{ key: 'lady', name: 'Lady anglers', minors: false }],
    categories: [
      category({ key: 'single', species: ['Tuna'], ...one }),
      category({ key: 'stringer', species: ['Tuna'] }),
      category({ key: 'dolphin', species: ['Dolphin'], ...one }),
      category({ key: 'wahoo', species: ['Wahoo'], ...one }),
      category({ key: 'lady', rank: 'anglers', division: 'lady', species: ['Tuna'], ...one }),
    ],
    pots: [
      pot({ key: 'entry' }),
      pot({ key: 'level-g', entry: 'chosen', fee: 2500, payback: 90 }),
      pot({ key: 'level-h', entry: 'chosen', fee: 5000, payback: 90 }),
      pot({ key: 'other-level', entry: 'chosen', added: 6997 }),
    ],
    awards: [
      award({
        ...{ key: 'single', pot: 'entry', category: 'single' },
        split: { amounts: [156_800, 78_400, 9655, 32_220] },
      }),
      award({
        ...{ key: 'stringer', pot: 'entry', category: 'stringer' },
        split: { amounts: [131_215, 63_960, 40_210] },
      }),
      award({ key: 'level-h', pot: 'level-h', category: 'single' }),
      award({ key: 'level-g', pot: 'level-g', category: 'stringer' }),
      award({ key: 'other-level', pot: 'other-level', category: 'single' }),
      award({
        ...{ key: 'dolphin', pot: 'entry', category: 'dolphin' },
        split: { amounts: [28_960, 1000, 500] },
      }),
      award({ key: 'wahoo', pot: 'entry', category: 'wahoo', split: { amounts: [11_520] } }),
      award({ key: 'lady', pot: 'entry', category: 'lady', split: { amounts: [1500, 1000, 500] } }),
    ],
  },
  boats,
  pots: {
    'level-g': ['Theresa Jean', 'Sea Wolf', ...others.slice(0, 52)],
    'level-h': ['Moore Bills', 'Reel Chaos', ...others.slice(0, 41)],
    'other-level': ['Moore Bills'],
  },
  anglers: { 'Fin Chaser': ['lady'], 'Myra HT': ['lady'], Margarita: ['lady'] },
  fish: [
    ['Moore Bills', tuna(99)],
    ['Reel Chaos', tuna(99)],
    ['Reel Chaos', tuna(52)],
    ['Seakeeper', tuna(90)],
    ...[80, 75, 70].map((weight): [string, Fish] => ['Theresa Jean', tuna(weight)]),
    ...[84, 84].map((weight): [string, Fish] => ['DA Sea', tuna(weight)]),
    ['Fin Chaser', { ...tuna(88), byAngler: true }],
    ['Myra HT', { ...tuna(83), byAngler: true }],
    ['Hall Pass', { species: 'Dolphin', weight: 25 }],
    ['Troublemaker', { species: 'Wahoo', weight: 70 }],
    ['Restless Lady II', tuna(89, 2)],
    ...[86, 60, 55].map((weight): [string, Fish] => ['Theresa Jean', tuna(weight, 2)]),
    ...[88, 84, 84].map((weight): [string, Fish] => ['Sea Wolf', tuna(weight, 2)]),
    ['Sea Wolf', { species: 'Dolphin', weight: 33, day: 2 }],
    ...[85, 84, 80].map((weight): [string, Fish] => ['Marli', tuna(weight, 3)]),
    ['Margarita', { ...tuna(60, 3), byAngler: true }],
    ['C-Boys', { species: 'Dolphin', weight: 24, day: 3 }],
  ],
  places: {
    single: ['=1 Moore Bills 99', '=1 Reel Chaos 99', '3 Seakeeper 90', '4 Restless Lady II 89'],
    stringer: ['1 Theresa Jean 426', '2 Sea Wolf 256', '3 Marli 249'],
    dolphin: ['1 Sea Wolf 33', '2 Hall Pass 25', '3 C-Boys 24'],
    wahoo: ['1 Troublemaker 70'],
    lady: ['1 Fin Chaser 88', '2 Myra HT 83', '3 Margarita 60'],
  },
  prizes: {
    single: [
      '=1 Moore Bills 117600.00',
      '=1 Reel Chaos 117600.00',
      '3 Seakeeper 9655.00',
      '4 Restless Lady II 32220.00',
    ],
    stringer: ['1 Theresa Jean 131215.00', '2 Sea Wolf 63960.00', '3 Marli 40210.00'],
    'level-h': ['=1 Moore Bills 96750.00', '=1 Reel Chaos 96750.00'],
    'level-g': ['1 Theresa Jean 121500.00'],
    'other-level': ['1 Moore Bills 6997.00'],
    dolphin: ['1 Sea Wolf 28960.00', '2 Hall Pass 1000.00', '3 C-Boys 500.00'],
    wahoo: ['1 Troublemaker 11520.00'],
    lady: ['1 Fin Chaser 1500.00', '2 Myra HT 1000.00', '3 Margarita 500.00'],
  },
  won: {
    'Moore Bills': '221347.00',
    'Reel Chaos': '214350.00',
    'Theresa Jean': '252715.00',
    Seakeeper: '9655.00',
    'Restless Lady II': '32220.00',
    Marli: '40210.00',
  },
}
