import type { Fish } from '../ruled-tournament.ts'
import { award, category, daysOf, one, pot } from '../scoring.ts'
import { type PublishedTournament, times, unnamed } from './published.ts'

const names = [
  ...['Marlin Fever', 'Skirt Chaser', 'Labrador', 'Sea I Sea', 'Due South'],
  ...['Offshore Outlaw', 'Sally Girl', 'April Mae', 'J&B'],
]

const release = (species: string, day: number, ...marks: string[]): Fish => ({
  ...{ species, day, marks },
  released: true,
})
const blue = (day: number) => release('Blue Marlin', day, 'junior')
const sail = (day: number) => release('Sailfish', day, 'junior')

/** Releases for points, with a prize of each day. Days 1 to 3 are Thursday to Saturday. */
export const bigRockKids2023: PublishedTournament = {
  name: 'Big Rock Kids Billfish Tournament 2023',
  sources: [
    // Places, totals of releases, weights and prizes.
    'https://www.carolinacoastonline.com/news_times/sports/article_e5842ca8-2579-11ee-b884-4fa99fc80bbc.html',
    // 73 boats, 400 and 150 points, Marlin Fever's Thursday: 14 sailfish and a blue marlin.
    'https://www.carolinacoastonline.com/news_times/sports/article_579b7aaa-224e-11ee-81b7-f3a7c570771b.html',
    // 25 points more for anglers of 16 and younger, who made 221 of 224 releases.
    'https://www.carolinacoastonline.com/news_times/sports/article_e0186a64-2578-11ee-b2c5-37c053c1c39c.html',
    // Ties: the first boat to achieve the total.
    'https://www.thebigrock.com/kwla-tournament-rule-update/',
  ],
  derived: [
    'The days of the releases beyond those of Thursday’s, Friday’s and Saturday’s winner.',
    'The three releases by older anglers are Labrador’s: else it would have more points than Skirt Chaser.',
    'First prize: $49,708.33 less the day’s $14,733.33. Friday’s and Saturday’s winners won as much.',
    'Pots are what their published prizes add up to; dolphin and wahoo were paid 60/40.',
  ],
  rules: {
    days: daysOf(3),
    species: [
      { name: 'Blue Marlin', released: { flat: 400 } },
      { name: 'White Marlin', released: { flat: 150 } },
      { name: 'Sailfish', released: { flat: 150 } },
      { name: 'Dolphin' },
      { name: 'Wahoo' },
    ],
    marks: [{ key: 'junior', name: 'Angler of 16 or younger', points: 25 }],
    categories: [
      category({ key: 'releases', measure: 'points', how: 'released', ties: ['first-to-reach'] }),
      category({
        ...{ key: 'daily', measure: 'points', how: 'released', days: 'each' },
        ties: ['first-to-reach'],
      }),
      category({ key: 'dolphin', species: ['Dolphin'], ties: ['first-weighed'], ...one }),
      category({ key: 'wahoo', species: ['Wahoo'], ties: ['first-weighed'], ...one }),
    ],
    pots: [
      pot({ key: 'releases' }),
      pot({ key: 'daily', added: '44199.99' }),
      pot({ key: 'dolphin', added: 30_600 }),
      pot({ key: 'wahoo', added: 28_475 }),
    ],
    awards: [
      award({
        ...{ key: 'releases', pot: 'releases', category: 'releases' },
        split: { amounts: [34_975, 21_985, 12_990] },
      }),
      award({ key: 'daily', pot: 'daily', category: 'daily' }),
      ...['dolphin', 'wahoo'].map(key =>
        award({ key, pot: key, category: key, split: { percents: [[60, 40]] } }),
      ),
    ],
  },
  boats: [...names, ...unnamed(73 - names.length)],
  fish: [
    ...times(14, 'Marlin Fever', sail(1)),
    ['Marlin Fever', blue(1)],
    ...times(2, 'Skirt Chaser', blue(1)),
    ...times(4, 'Skirt Chaser', sail(1)),
    ...times(4, 'Labrador', sail(1)),
    ...times(3, 'Labrador', release('Sailfish', 1)),
    ['J&B', { species: 'Wahoo', weight: 48.7, day: 1 }],
    ['Sally Girl', { species: 'Dolphin', weight: 13.3, day: 1 }],
    ...times(9, 'Sea I Sea', sail(2)),
    ...times(2, 'Marlin Fever', sail(2)),
    ['Marlin Fever', blue(2)],
    ...times(3, 'Skirt Chaser', sail(2)),
    ['Skirt Chaser', blue(2)],
    ...times(5, 'Labrador', sail(2)),
    ['Labrador', blue(2)],
    ['Offshore Outlaw', { species: 'Dolphin', weight: 17.6, day: 2 }],
    ['Due South', blue(3)],
    ...times(3, 'Due South', sail(3)),
    ['April Mae', { species: 'Wahoo', weight: 49.4, day: 3 }],
  ],
  places: {
    releases: ['1 Marlin Fever 3650', '2 Skirt Chaser 2500', '3 Labrador 2450'],
    'daily Day 1': ['1 Marlin Fever 2875'],
    'daily Day 2': ['1 Sea I Sea 1575'],
    'daily Day 3': ['1 Due South 950'],
    dolphin: ['1 Offshore Outlaw 17.6', '2 Sally Girl 13.3'],
    wahoo: ['1 April Mae 49.4', '2 J&B 48.7'],
  },
  prizes: {
    releases: ['1 Marlin Fever 34975.00', '2 Skirt Chaser 21985.00', '3 Labrador 12990.00'],
    'daily Day 1': ['1 Marlin Fever 14733.33'],
    'daily Day 2': ['1 Sea I Sea 14733.33'],
    'daily Day 3': ['1 Due South 14733.33'],
    dolphin: ['1 Offshore Outlaw 18360.00', '2 Sally Girl 12240.00'],
    wahoo: ['1 April Mae 17085.00', '2 J&B 11390.00'],
  },
  won: { 'Marlin Fever': '49708.33', 'Skirt Chaser': '21985.00', Labrador: '12990.00' },
}
