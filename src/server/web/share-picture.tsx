import type { ReactElement } from 'react'
import { formatDateRange, formatDateTime } from '#client/domain/dates.ts'
import { payoutText } from '#client/domain/shares.ts'
import { Pennant } from '#client/ui/marks/pennant.tsx'
import { centsOf, formatMoney, sumOf } from '#contract/money.ts'
import type { BoatProfile } from '#contract/tournaments/boat-profiles.ts'
import { measureText } from '#contract/tournaments/catch-texts.ts'
import { resultsText } from '#contract/tournaments/results-state.ts'
import { amountText, scoreText } from '#contract/tournaments/score-texts.ts'
import type { Entry, TournamentSummary } from '#contract/tournaments/tournaments.ts'
import type {
  EntryFacts,
  LeadFacts,
  PictureBrand,
  RecapFacts,
  TournamentFacts,
} from '#server/site/sharing/index.ts'
import {
  at,
  dark,
  dataUrl,
  edge,
  facts,
  headline,
  leadBadge,
  picture,
  progress,
  size,
  statusBadge,
  text,
} from './picture-parts.tsx'
import { leaderTitle, subtitle, winnersOf } from './picture-texts.ts'
import { zoneOf } from './zone-of.ts'

const prizeOf = ({ prizePool }: TournamentSummary) => (prizePool === null ? 'TBD' : formatMoney(prizePool))
const whenAndWhere = (
  { location, startDate, endDate }: Pick<TournamentSummary, 'location' | 'startDate' | 'endDate'>,
  state: string | null,
  timeZone: string | null,
) => subtitle([formatDateRange(startDate, endDate, zoneOf(timeZone)), location, state])

const entryLine = ({ boat }: Entry, { name }: TournamentSummary, state: string | null) =>
  subtitle([name, `Captain ${boat.captainName}`, state])

/** "1", "T1 · 980 points" */
const positionText = ({ score }: Entry, position: number) =>
  score ? `${score.tied ? 'T' : ''}${position} · ${scoreText(score)}` : String(position)

/** @param fontFiles WOFF files named `…-<subset>-<weight>-normal.woff` */
export function sharePictures(fontFiles: readonly string[]) {
  async function draw(element: Promise<ReactElement>): Promise<Uint8Array> {
    const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')])
    const fonts = await Promise.all(
      fontFiles.map(async file => ({
        name: file.includes('-latin-ext-') ? 'latin-ext' : 'latin',
        data: await Bun.file(file).arrayBuffer(),
        weight: file.includes('700') ? (700 as const) : (600 as const),
      })),
    )
    const svg = await satori(await element, { ...size, fonts })
    return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer()
  }

  return {
    site: (brand: PictureBrand) =>
      draw(
        picture(
          brand,
          <>
            {headline('Fund the Catch.\nShare the Victory.', '')}
            <div style={at(edge, 496)}>
              <div style={text(44, 600, dark('onHull'))}>
                Back a tournament boat, follow it live and share in what it wins.
              </div>
            </div>
          </>,
        ),
      ),
    tournament(brand: PictureBrand, { tournament, state, timeZone }: TournamentFacts) {
      const { entries } = tournament
      const [first] = entries
      const leader = first?.currentPosition == null ? undefined : first
      return draw(
        picture(
          brand,
          <>
            {headline(tournament.name, whenAndWhere(tournament, state, timeZone))}
            {facts([
              ['Prize pool', prizeOf(tournament)],
              ['Boats', String(entries.length)],
              ...(leader === undefined ? [] : [[leaderTitle(leader), leader.boat.name] as const]),
            ])}
            {entries.length > 0 &&
              progress(
                sumOf(entries.map(({ currentFunding }) => currentFunding)),
                sumOf(entries.map(({ fundingGoal }) => fundingGoal)),
              )}
          </>,
          statusBadge(tournament.status),
        ),
      )
    },
    async boat(brand: PictureBrand, { id, name, captainName, record }: BoatProfile) {
      const pennant = await dataUrl(<Pennant id={id} name={name} hasInitials={false} />)
      const { entries, firsts, backPer100 } = record
      return draw(
        picture(
          brand,
          <>
            {headline(name, `Captain ${captainName}`, pennant)}
            {facts([
              ['Tournaments', String(entries)],
              ...(firsts === 0 ? [] : [['Wins', String(firsts)] as const]),
              ...(backPer100 === null ? [] : [['Back per $100', formatMoney(backPer100)] as const]),
            ])}
          </>,
        ),
      )
    },
    recap(brand: PictureBrand, { recap, timeZone }: RecapFacts) {
      const { tournament, state, heldAwards, podium, biggestFish, shared, won } = recap
      const results = state === 'running' ? null : resultsText(state, heldAwards)
      const winners = winnersOf(podium)
      const places = (winners?.others ?? [])
        .slice(0, 2)
        .map(
          ({ boat, currentPosition, score }) => `${score?.tied ? 'T' : ''}${currentPosition}. ${boat.name}`,
        )
      const money: readonly [string, string] =
        centsOf(shared) > 0 ? ['Backers share', formatMoney(shared)] : ['Boats won', formatMoney(won)]
      return draw(
        picture(
          brand,
          <>
            {headline(tournament.name, whenAndWhere(tournament, results, timeZone))}
            {facts([
              ...(winners === null ? [] : [winners.fact]),
              ...(biggestFish === null ? [] : [['Biggest fish', measureText(biggestFish)] as const]),
              money,
            ])}
            {places.length > 0 && (
              <div style={at(edge, 566)}>
                <div style={text(34, 600, dark('onHull'))}>{places.join('   ')}</div>
              </div>
            )}
          </>,
          statusBadge('completed'),
        ),
      )
    },
    async lead(brand: PictureBrand, { entry: { boat }, tournament, lead, unit, timeZone }: LeadFacts) {
      const pennant = await dataUrl(<Pennant id={boat.id} name={boat.name} hasInitials={false} />)
      const { amount, margin, at: time } = lead
      return draw(
        picture(
          brand,
          <>
            {headline(boat.name, subtitle([tournament.name, tournament.location]), pennant)}
            {facts([
              ['Leads with', amountText(amount, unit)],
              ...(margin === null ? [] : [['Ahead by', amountText(margin, unit)] as const]),
              ['Weighed in', formatDateTime(time, zoneOf(timeZone))],
            ])}
          </>,
          leadBadge,
        ),
      )
    },
    async entry(brand: PictureBrand, { entry, tournament, state }: EntryFacts) {
      const pennant = await dataUrl(<Pennant id={entry.boat.id} name={entry.boat.name} hasInitials={false} />)
      return draw(
        picture(
          brand,
          <>
            {headline(entry.boat.name, entryLine(entry, tournament, state), pennant)}
            {facts([
              ['Prize pool', prizeOf(tournament)],
              ['For its backers', payoutText(entry)],
              ...(entry.currentPosition === null
                ? []
                : [['Position', positionText(entry, entry.currentPosition)] as const]),
            ])}
            {progress(entry.currentFunding, entry.fundingGoal)}
          </>,
          statusBadge(tournament.status),
        ),
      )
    },
  }
}
