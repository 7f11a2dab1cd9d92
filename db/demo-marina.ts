/** Data of the demo marina. Days and hours are relative to the current time. */

export const people = [
  { key: 'organiser', email: 'olive@demo.reelstake.test', first: 'Olive', last: 'Marsh', role: 'organiser' },
  { key: 'captain', email: 'cap@demo.reelstake.test', first: 'Caspar', last: 'Ruiz', role: 'captain' },
  { key: 'second', email: 'dana@demo.reelstake.test', first: 'Dana', last: 'Okafor', role: 'captain' },
  { key: 'backer', email: 'bo@demo.reelstake.test', first: 'Bo', last: 'Lindqvist', role: 'backer' },
  { key: 'crew', email: 'kit@demo.reelstake.test', first: 'Kit', last: 'Moreau', role: 'crew' },
] as const

export type PersonKey = (typeof people)[number]['key']

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dev', 'Elin', 'Finn', 'Gia', 'Hugo', 'Ines', 'Jack']
const lastNames = ['Abara', 'Berg', 'Costa', 'Dunn', 'Egede']

/** Backers, and owners of boats. */
export const crowd = lastNames.flatMap(last => firstNames.map(first => ({ first, last })))

interface DemoBoat {
  name: string
  captain: string
  /** Absent: one of the crowd. */
  owner?: PersonKey
  about: string | null
  /** Others fly their pennant. */
  hasPicture: boolean
}

export const fleet: readonly DemoBoat[] = [
  {
    name: 'Reel Deal',
    captain: 'Caspar Ruiz',
    owner: 'captain',
    about: 'A 42-foot sportfisher out of Pier 7, three podiums in five seasons.',
    hasPicture: true,
  },
  {
    name: 'Knot Today',
    captain: 'Dana Okafor',
    owner: 'second',
    about: 'Family crew, light tackle, heavy luck.',
    hasPicture: true,
  },
  {
    name: 'Hook & Ladder',
    captain: 'Rosa Delgado',
    about: 'Off-duty firefighters fishing for the station’s roof.',
    hasPicture: true,
  },
  {
    name: 'Saltwater Ledger',
    captain: 'Ida Brandt',
    owner: 'captain',
    about: 'Accountants on weekdays. Marlin on weekends.',
    hasPicture: true,
  },
  { name: 'Second Mortgage', captain: 'Theo Vance', owner: 'second', about: null, hasPicture: false },
  {
    name: 'Tide & Prejudice',
    captain: 'Jane Harlow',
    about: 'It is a truth universally acknowledged that a boat must be in want of a marlin.',
    hasPicture: true,
  },
  {
    name: 'Bite Club',
    captain: 'Marcus Teo',
    about: 'The first rule: always check the drag.',
    hasPicture: true,
  },
  {
    name: 'Cod Father',
    captain: 'Sal Romano',
    about: 'Three generations, one wheelhouse.',
    hasPicture: false,
  },
  {
    name: 'Nauti Buoy',
    captain: 'Pia Lund',
    about: 'Smallest boat of the fleet, biggest cooler.',
    hasPicture: true,
  },
  {
    name: 'Fin and Tonic',
    captain: 'Gwen Abbott',
    about: 'Lime, ice, and 50-pound line.',
    hasPicture: true,
  },
  { name: 'Sea Señor', captain: 'Luis Ortega', about: null, hasPicture: false },
  {
    name: 'Vitamin Sea',
    captain: 'Dr. Amara Obi',
    about: 'The emergency ward of Port Haven, off duty.',
    hasPicture: true,
  },
  { name: 'Plan Sea', captain: 'Wes Turner', about: 'Plans A and B stayed ashore.', hasPicture: false },
  {
    name: 'Aquaholic',
    captain: 'Mina Sato',
    about: 'Twin diesels and a grandmother who reads the water.',
    hasPicture: true,
  },
]

interface DemoUpdate {
  /** Index of the boat within the tournament's boats. */
  boat: number
  hoursAgo: number
  text: string
  place?: string
  /** Index of a `catchPicture`. */
  picture?: number
}

interface DemoTournament {
  name: string
  about: string
  place: string
  starts: number
  ends: number
  /** Absent: at the end. */
  closes?: number
  prize: number | null
  /** Boats of the fleet that take part, from this one on. */
  from: number
  boats: number
  /** Dollars; the goals of the other boats follow. */
  goal: number
  /** Share of the goals, more or less. */
  funded: number
  /** Boats with a catch, in the order of the places. */
  weighed: number
  /** Pounds. */
  heaviest: number
  species: readonly [string, ...string[]]
  /** The heaviest fish of each species wins; others leave the winnings to the organiser. */
  isRuled?: true
  /** State after the end: results are entered, shares paid, or results by rules changed by a protest. */
  results?: 'awaited' | 'entered' | 'paid' | 'contested'
  cancelled?: string
  updates?: readonly DemoUpdate[]
  announcements?: readonly { hoursAgo: number; text: string; isPinned?: boolean }[]
}

/** One in every state. */
export const tournaments: readonly DemoTournament[] = [
  {
    name: 'Gulf Stream Marlin Classic',
    about: 'Four days and nights of blue water. Heaviest marlin takes the cup.',
    place: 'Pier 7, Port Haven',
    starts: -1.5,
    ends: 2.5,
    prize: 50_000,
    from: 0,
    boats: 14,
    goal: 10_000,
    funded: 0.8,
    weighed: 9,
    heaviest: 412.5,
    species: ['Blue Marlin'],
    isRuled: true,
    updates: [
      {
        boat: 0,
        hoursAgo: 30,
        text: 'Lines in. Flat sea, birds working to the east.',
        place: 'Canyon edge',
      },
      { boat: 5, hoursAgo: 9, text: 'Two releases before lunch. The bite is on the 60-fathom line.' },
      {
        boat: 2,
        hoursAgo: 4,
        text: 'Three wahoo for dinner, all on the purple lure. Now for a marlin.',
        picture: 2,
      },
      {
        boat: 1,
        hoursAgo: 2.5,
        text: 'That one took us 200 yards into the spool. She is on the dock now.',
        picture: 0,
      },
      {
        boat: 0,
        hoursAgo: 1.5,
        text: 'Hooked up again! Something heavy, staying deep.',
        place: 'The Steeples',
      },
    ],
    announcements: [
      { hoursAgo: 26, text: 'Captains’ meeting tomorrow at 6 AM beside the fuel dock.' },
      {
        hoursAgo: 3,
        text: 'Weigh-in until 8 PM tonight. Park at the ferry: the pier is full.',
        isPinned: true,
      },
    ],
  },
  {
    name: 'Harbour Tuna Rodeo',
    about: 'One long day, yellowfin and bigeye, weigh-in until sundown.',
    place: 'Old Ferry Dock',
    starts: -0.3,
    ends: 0.6,
    prize: 12_500,
    from: 3,
    boats: 8,
    goal: 5_000,
    funded: 0.6,
    weighed: 3,
    heaviest: 96.4,
    species: ['Yellowfin Tuna', 'Bigeye Tuna'],
    updates: [
      {
        boat: 0,
        hoursAgo: 0.6,
        text: 'Balanced the books, now the spread. First bites at dawn.',
        picture: 1,
      },
    ],
  },
  {
    name: 'Lighthouse Invitational',
    about: 'Small fleet, big prize, barbecue on the quay.',
    place: 'Lighthouse Quay',
    starts: 6,
    ends: 8,
    closes: 6,
    prize: 25_000,
    from: 0,
    boats: 10,
    goal: 9_000,
    funded: 0.45,
    weighed: 0,
    heaviest: 0,
    species: ['Sailfish'],
    announcements: [{ hoursAgo: 20, text: 'Ten boats are in, four berths are left.' }],
  },
  {
    name: 'Winter Wahoo Shootout',
    about: 'High speed trolling along the drop-off.',
    place: 'Coral Bay Marina',
    starts: 19,
    ends: 21,
    prize: null,
    from: 6,
    boats: 8,
    goal: 6_000,
    funded: 0.06,
    weighed: 0,
    heaviest: 0,
    species: ['Wahoo'],
  },
  {
    name: 'Midsummer Blue Water Cup',
    about: 'The big one. Entries are open all winter.',
    place: 'Port Haven',
    starts: 74,
    ends: 78,
    prize: 100_000,
    from: 1,
    boats: 9,
    goal: 20_000,
    funded: 0.1,
    weighed: 0,
    heaviest: 0,
    species: ['Blue Marlin'],
  },
  {
    name: 'Pier 7 Kingfish Derby',
    about: 'Two mornings inshore, kids welcome.',
    place: 'Pier 7, Port Haven',
    starts: -4,
    ends: -1.2,
    prize: 8_000,
    from: 4,
    boats: 9,
    goal: 2_500,
    funded: 0.7,
    weighed: 7,
    heaviest: 41.5,
    species: ['King Mackerel', 'Cobia'],
    results: 'awaited',
  },
  {
    name: 'Autumn Swordfish Nights',
    about: 'Three nights, deep drops, long stories.',
    place: 'Coral Bay Marina',
    starts: -16,
    ends: -12,
    prize: 30_000,
    from: 0,
    boats: 8,
    goal: 7_000,
    funded: 0.85,
    weighed: 6,
    heaviest: 287,
    species: ['Swordfish', 'Bigeye Tuna'],
    isRuled: true,
    results: 'contested',
  },
  {
    name: 'Spring Sailfish Open',
    about: 'Catch and release, points for every flag flown.',
    place: 'Port Haven',
    starts: -64,
    ends: -61,
    prize: 18_000,
    from: 0,
    boats: 12,
    goal: 6_000,
    funded: 0.9,
    weighed: 10,
    heaviest: 74.5,
    species: ['Sailfish'],
    results: 'paid',
  },
  {
    name: 'Breakwater Bonito Bash',
    about: 'A short day for small boats.',
    place: 'The Breakwater',
    starts: 9,
    ends: 9.5,
    prize: 3_000,
    from: 8,
    boats: 8,
    goal: 1_500,
    funded: 0,
    weighed: 0,
    heaviest: 0,
    species: ['Bonito'],
    cancelled: 'The harbour is being dredged that week. We are looking for a new date.',
  },
]
