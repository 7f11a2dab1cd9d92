import { type Measures, measureText } from '#contract/tournaments/catch-texts.ts'
import type { Catch } from '#contract/tournaments/catches.ts'
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

const comparable = (species: string): string =>
  species
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()

const poundsOf = ({ weight, ounces }: Measures): number | null => (ounces ? ounces / 16 : weight)

/** Times the weight of the heaviest fish. */
const farAhead = 1.5

interface Fish extends Measures {
  species: string
}

/**
 * Returns why a weight may be a slip, or null if it is plausible.
 * @param catches of the tournament; those of another species say nothing about it
 */
export function weightDoubt(
  { species, ...measures }: Fish,
  entries: readonly Pick<Entry, 'id' | 'boat'>[],
  catches: readonly Pick<Catch, 'entryId' | 'species' | 'weight' | 'ounces' | 'disqualified'>[],
): string | null {
  const weight = poundsOf(measures)
  if (weight === null) return null
  const kind = comparable(species)
  const record = records.get(kind)
  if (record !== undefined && weight > record)
    return `${measureText(measures)} is more than the heaviest ${species} on record, ${formatWeight(record)}.`
  const [heaviest] = catches
    .filter(each => !each.disqualified && comparable(each.species) === kind)
    .toSorted((a, b) => (poundsOf(b) ?? 0) - (poundsOf(a) ?? 0))
  const most = heaviest ? poundsOf(heaviest) : null
  if (!(heaviest && most) || weight <= most * farAhead) return null
  const boat = entries.find(({ id }) => id === heaviest.entryId)?.boat.name
  const of = [boat, measureText({ weight: heaviest.weight, ounces: heaviest.ounces })].filter(Boolean)
  return `${measureText(measures)} is far more than the heaviest ${species} so far: ${of.join(', ')}.`
}
