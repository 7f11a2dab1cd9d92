import { minuteMs } from '#client/domain/dates.ts'
import { fundedPercent } from '#contract/money.ts'
import type { Entry, Tournament, TournamentStatus } from '#contract/tournaments/tournaments.ts'
import type { Update } from '#contract/tournaments/updates.ts'

export type SideView = 'updates' | 'clip' | 'funding'

/** A newer update isn't displaced. */
const freshMs = 5 * minuteMs

interface Facts {
  updates: readonly Pick<Update, 'createdAt'>[]
  hasClip: boolean
  hasFunding: boolean
}

/** Views that the side panel shows in turn. @param now milliseconds since 1970 */
export function sideViews({ updates, hasClip, hasFunding }: Facts, now: number): SideView[] {
  const [newest] = updates
  if (newest && now - Date.parse(newest.createdAt) < freshMs) return ['updates']
  const views: SideView[] = []
  if (newest) views.push('updates')
  if (hasClip) views.push('clip')
  if (hasFunding) views.push('funding')
  return views.length === 0 ? ['updates'] : views
}

const percentOf = ({ currentFunding, fundingGoal }: Entry) => fundedPercent(currentFunding, fundingGoal)

/** Boats that take fundings, the nearest to its goal first. */
export const fundableOf = ({ entries }: Pick<Tournament, 'entries'>): Entry[] =>
  entries
    .filter(entry => entry.fundingOpen && percentOf(entry) < 100)
    .sort((a, b) => percentOf(b) - percentOf(a))

const codeTexts: Partial<Record<TournamentStatus, string>> = {
  completed: 'Scan to see the results',
  cancelled: 'Scan for the details',
}

interface Coded {
  status: TournamentStatus
  entries: readonly Pick<Entry, 'fundingOpen'>[]
}

/** Returns the text beside the tournament's QR code. */
export const codeText = ({ status, entries }: Coded): string =>
  codeTexts[status] ??
  (entries.some(({ fundingOpen }) => fundingOpen) ? 'Scan to back a boat' : 'Scan to follow the boats')
