import { type BestCatch, parseBestCatch } from '#client/domain/best-catch.ts'
import { type Measured, measureText } from '#contract/tournaments/catch-texts.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { formatWeight } from '#contract/weight.ts'

/** Pounds, rounded up. Source: IGFA all-tackle world records (igfa.org), the heavier ocean's where there are two. */
const recordPounds: readonly [names: readonly string[], pounds: number][] = [
  [['albacore', 'albacore tuna'], 89],
  [['bigeye tuna', 'bigeye'], 435],
  [['black marlin'], 1560],
  [['blackfin tuna'], 50],
  [['blue marlin', 'atlantic blue marlin', 'pacific blue marlin'], 1403],
  [['bluefin tuna', 'atlantic bluefin tuna', 'pacific bluefin tuna', 'bluefin'], 1496],
  [['cobia'], 136],
  [['giant trevally'], 161],
  [['goliath grouper'], 680],
  [['great barracuda', 'barracuda'], 85],
  [['greater amberjack', 'amberjack'], 164],
  [['king mackerel'], 93],
  [['mahi mahi', 'mahi', 'dolphin', 'dolphinfish', 'dorado'], 87],
  [['mako', 'mako shark', 'shortfin mako', 'shortfin mako shark'], 1221],
  [['red drum', 'redfish'], 95],
  [['red snapper'], 51],
  [['roosterfish'], 114],
  [['sailfish', 'atlantic sailfish', 'pacific sailfish'], 221],
  [['skipjack', 'skipjack tuna'], 46],
  [['striped bass', 'striper'], 82],
  [['striped marlin'], 494],
  [['swordfish'], 1182],
  [['tarpon'], 287],
  [['wahoo'], 184],
  [['white marlin'], 182],
  [['yellowfin tuna', 'yellowfin'], 427],
]
const records = new Map(recordPounds.flatMap(([names, pounds]) => names.map(name => [name, pounds] as const)))

/** Null: unknown. */
const recordOf = (species: string): number | null =>
  records.get(
    species
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, ' ')
      .trim(),
  ) ?? null

/** Times the leader's weight. */
const farAhead = 1.5

interface Fish extends Measured {
  species: string
}

/** Why a weight may be a slip; null: it is plausible. */
export function weightDoubt(
  { species, ...measured }: Fish,
  entries: readonly Pick<Entry, 'boat' | 'bestCatch'>[],
): string | null {
  const weight = measured.ounces ? measured.ounces / 16 : measured.weight
  if (weight === null) return null
  const record = recordOf(species)
  if (record !== null && weight > record)
    return `${measureText(measured)} is more than the heaviest ${species} on record, ${formatWeight(record)}.`
  let leader: BestCatch & { boat: string } = { boat: '', weight: 0, species: null }
  for (const { boat, bestCatch } of entries) {
    const best = parseBestCatch(bestCatch)
    if (best && best.weight > leader.weight) leader = { ...best, boat: boat.name }
  }
  return leader.weight > 0 && weight > leader.weight * farAhead
    ? `${measureText(measured)} is far more than the heaviest catch so far: ${leader.boat}, ${measureText(leader)}.`
    : null
}
