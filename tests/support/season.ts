import { day } from '#contract/time.ts'
import type { Site } from './browser.ts'
import { addEntry, addTournament } from './factories.ts'

export const seasonNow = Date.parse('2026-11-21T12:00:00.000Z')

/** An active tournament led by Reel Deal, one that starts in 12 days, and one of August. Stops the clock. */
export async function addSeason({ db, setNow }: Site) {
  setNow(seasonNow)
  const active = await addTournament(db, {
    name: 'White Marlin Open',
    description: 'Five days offshore for the biggest white marlin of the season.',
    location: 'Ocean City, Maryland',
    starts_at: seasonNow - day,
    ends_at: seasonNow + 2.5 * day,
    prize_pool_cents: 12_500_000,
  })
  await addEntry(
    db,
    {
      tournament_id: active,
      current_position: 1,
      best_catch: JSON.stringify({ weight: 412.5, species: 'Blue Marlin' }),
      current_funding_cents: 730_000,
      backer_count: 8,
    },
    { name: 'Reel Deal', captain_name: 'Caspar Ruiz' },
  )
  const upcoming = await addTournament(db, {
    name: 'Winter Cup',
    starts_at: seasonNow + 12.5 * day,
    ends_at: seasonNow + 14 * day,
  })
  const past = await addTournament(db, {
    name: 'Summer Classic',
    starts_at: seasonNow - 90 * day,
    ends_at: seasonNow - 88 * day,
  })
  return { active, upcoming, past }
}
