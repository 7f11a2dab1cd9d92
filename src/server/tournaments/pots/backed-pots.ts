import { isoOrNull } from '#contract/iso.ts'
import type { BackedPots } from '#contract/tournaments/rulings.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import { type EntryInContext, sharedPotsOf } from '#server/tournaments/entries/index.ts'
import { findRules } from '#server/tournaments/scoring/index.ts'
import { protestsUntil } from '#server/tournaments/tournaments/index.ts'
import { type EntryPotRow, listEntryPots } from './pots.queries.ts'

interface Backed {
  entry: Pick<EntryInContext['entry'], 'id' | 'shared_pots'>
  tournament: Pick<EntryInContext['tournament'], 'id' | 'ends_at' | 'protests_until'>
}

/** Returns what backers read about an entry's pots, or null without rules. */
export async function readBackedPots(db: Db, { entry, tournament }: Backed): Promise<BackedPots | null> {
  const rules = await findRules(db, tournament.id)
  return (
    rules && {
      pots: present(rules, entry, await listEntryPots(db, entry.id)),
      protestsUntil: isoOrNull(protestsUntil(tournament, rules)),
    }
  )
}

/** @param rows of the pots that boats choose */
function present({ pots }: Rules, entry: Backed['entry'], rows: readonly EntryPotRow[]): BackedPots['pots'] {
  const sharedKeys = sharedPotsOf(entry)
  return pots.map(({ key, name, entry: entering }) => {
    const row = rows.find(({ pot }) => pot === key)
    const isIn = entering === 'all' || (row !== undefined && row.confirmed_at !== null)
    return {
      key,
      name,
      shared: sharedKeys?.includes(key) ?? true,
      state: isIn ? 'in' : row?.wanted === 1 ? 'wanted' : 'out',
    }
  })
}
