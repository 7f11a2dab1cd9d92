import type { AwardResult } from '#contract/tournaments/scoring/awards.ts'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'

/** Entries whose awards add up to the amount from which the rules verify winners. */
export function entriesToVerify(
  { verifyFrom }: Pick<Rules, 'verifyFrom'>,
  awards: readonly Pick<AwardResult, 'places'>[],
): string[] {
  if (verifyFrom === null) return []
  const winnings = new Map<string, number>()
  for (const { entryId, amount } of awards.flatMap(({ places }) => places))
    winnings.set(entryId, (winnings.get(entryId) ?? 0) + amount)
  return [...winnings].filter(([, amount]) => amount >= verifyFrom).map(([entryId]) => entryId)
}
