import { sum } from '../../numbers.ts'
import type { Board, BoardRow, ScoringEntry } from './boards.ts'
import { type PotEntry, type PotTotal, potsOf } from './pots.ts'
import type { Award, Rules } from './rules.ts'
import { equalPartsOf, type Fraction, fixedPrizesOf, portionsOf, prizesOf } from './split.ts'

export interface AwardPlace {
  /** Place among the boats of the pot. */
  place: number
  tied: boolean
  entryId: string
  anglerId: string | null
  /** Cents, more than 0. */
  amount: number
}

/** Amounts are cents. */
export interface AwardResult {
  key: string
  /** Null for all days together. */
  day: string | null
  /** Amount awarded, with amounts that rolled over to it. */
  amount: number
  /** Part of `amount` without a winner. */
  notWon: number
  places: AwardPlace[]
}

/** An award on one board, before it is split. `groups`: the boats of the pot by place, tied ones together. */
interface Prize {
  award: Award
  day: string | null
  amount: number
  groups: BoardRow[][]
}

/** Awards in the order of the rules, by day. @param boards of {@link standings} */
export function awardsOf(
  rules: Rules,
  boards: readonly Board[],
  entries: readonly ScoringEntry[],
  potEntries: readonly PotEntry[],
): AwardResult[] {
  const pots = new Map(potsOf(rules, entries, potEntries).map(pot => [pot.key, pot]))
  const bases = basesOf(rules, pots)
  const prizes = rules.awards.flatMap(award => {
    const pot = pots.get(award.pot)
    const own = boards.filter(({ category }) => category === award.category)
    if (pot === undefined || own.length === 0) return []
    const parts = equalPartsOf(bases.get(award.key) ?? 0, own.length)
    const prizes = own.map(
      (board, index): Prize => ({
        award,
        day: board.day,
        amount: parts[index] ?? 0,
        groups: groupsInPot(board, pot.entryIds),
      }),
    )
    rollOver(award, prizes)
    return prizes
  })
  passOn(prizes)
  return prizes.map(prize => resultOf(prize, pots.get(prize.award.pot)?.entryIds.size ?? 0))
}

const fractionOf = ({ percent }: Award): Fraction =>
  typeof percent === 'number' ? [BigInt(percent), 10_000n] : [BigInt(percent[0]), BigInt(percent[1])]

/** Award → cents; the awards of a pot are rounded together. Without awards of fixed amounts. */
function basesOf(rules: Rules, pots: ReadonlyMap<string, PotTotal>): Map<string, number> {
  const bases = new Map<string, number>()
  const percentAwards = rules.awards.filter(({ split }) => 'percents' in split)
  for (const [pot, awards] of Map.groupBy(percentAwards, award => award.pot)) {
    const portions = portionsOf(pots.get(pot)?.amount ?? 0, awards.map(fractionOf))
    for (const [index, award] of awards.entries()) bases.set(award.key, portions[index] ?? 0)
  }
  return bases
}

const groupsInPot = ({ rows }: Board, entryIds: ReadonlySet<string>): BoardRow[][] => {
  const own = rows.filter(({ place, entryId }) => place !== null && entryIds.has(entryId))
  return [...Map.groupBy(own, ({ place }) => place).values()]
}

/** Moves the amount of a day without a ranked boat to later days. */
function rollOver({ unclaimed }: Award, prizes: readonly Prize[]) {
  for (const [index, prize] of prizes.entries()) {
    const later = prizes.slice(index + 1, unclaimed === 'next-day' ? index + 2 : undefined)
    if (prize.groups.length > 0 || later.length === 0) continue
    if (unclaimed !== 'next-day' && unclaimed !== 'remaining-days') continue
    for (const [at, part] of equalPartsOf(prize.amount, later.length).entries()) addTo(later[at], part)
    prize.amount = 0
  }
}

function addTo(prize: Prize | undefined, cents: number) {
  if (prize) prize.amount += cents
}

/** Divides the amount of an award without a ranked boat among the named awards that have one, once. */
function passOn(prizes: readonly Prize[]) {
  for (const prize of prizes) {
    const { unclaimed } = prize.award
    if (typeof unclaimed === 'string' || prize.groups.length > 0) continue
    const heirs = unclaimed.to.flatMap(key =>
      prizes.filter(({ award, groups }) => award.key === key && groups.length > 0),
    )
    if (heirs.length === 0) continue
    for (const [index, part] of equalPartsOf(prize.amount, heirs.length).entries()) addTo(heirs[index], part)
    prize.amount = 0
  }
}

/** @param boats in the pot */
function resultOf({ award, day, amount, groups }: Prize, boats: number): AwardResult {
  const { split } = award
  const isFixed = 'amounts' in split
  const contestants = sum(groups.map(({ length }) => length))
  const prizes = isFixed
    ? fixedPrizesOf(split.amounts, split.basedOn, boats)
    : prizesOf(amount, split.percents, contestants)
  const whole = isFixed ? sum(prizes) : amount
  const places = placesOf(groups, prizes)
  return {
    key: award.key,
    day,
    amount: whole,
    notWon: whole - sum(places.map(place => place.amount)),
    places,
  }
}

/** A shared place divides the sum of the prizes that it covers; odd cents go to the earlier of the board. */
function placesOf(groups: readonly BoardRow[][], prizes: readonly number[]): AwardPlace[] {
  const places: AwardPlace[] = []
  let place = 1
  for (const group of groups) {
    if (place > prizes.length) break
    const parts = equalPartsOf(sum(prizes.slice(place - 1, place - 1 + group.length)), group.length)
    for (const [index, { entryId, anglerId }] of group.entries())
      places.push({ place, tied: group.length > 1, entryId, anglerId, amount: parts[index] ?? 0 })
    place += group.length
  }
  return places.filter(({ amount }) => amount > 0)
}
