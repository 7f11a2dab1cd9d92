import { iso } from '#contract/iso.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
import { correctionOf } from '#server/tournaments/entries/index.ts'
import type { CatchRow } from './catches.table.ts'

const rulingOf = (at: number | null, reason: string | null) => (at === null ? null : { at: iso(at), reason })

export function presentCatch(row: CatchRow): Catch {
  const { weight_hundredths: weight, ounces, species } = row
  const correction = correctionOf(row, { weight, ounces, species })
  const disqualified = rulingOf(row.disqualified_at, row.disqualified_reason)
  const allowed = rulingOf(row.allowed_at, row.allowed_reason)
  const marks = JSON.parse(row.marks) as string[]
  return {
    id: row.id,
    entryId: row.entry_id,
    weight: weight === null ? null : weight / 100,
    species,
    caughtAt: iso(row.caught_at),
    createdAt: iso(row.created_at),
    ...(correction && { correction }),
    ...(row.ounces !== null && { ounces: row.ounces }),
    ...(row.length_hundredths !== null && { length: row.length_hundredths / 100 }),
    ...(row.released === 1 && { released: true as const }),
    ...(row.angler_id !== null && { anglerId: row.angler_id }),
    ...(marks.length > 0 && { marks }),
    ...(row.weighed_at !== null && { weighedAt: iso(row.weighed_at) }),
    ...(row.scale !== null && { scale: row.scale }),
    ...(row.witness !== null && { witness: row.witness }),
    ...(disqualified && { disqualified }),
    ...(allowed && { allowed }),
  }
}
