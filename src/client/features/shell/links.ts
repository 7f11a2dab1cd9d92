import type { Viewer } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'

export interface NavLink {
  label: string
  href: string
}

const everybody: readonly NavLink[] = [
  { label: 'Tournaments', href: paths.home() },
  { label: 'Crew Videos', href: paths.crewVideos() },
]
const members: readonly NavLink[] = [
  { label: 'My Funding', href: paths.myFunding() },
  { label: 'Boats', href: paths.boats() },
  { label: 'My Tournaments', href: paths.myTournaments() },
]

const crew: NavLink = { label: 'Crew App', href: paths.crew() }

/** @param isCrew approved crew of a boat */
export const navLinks = (viewer: Viewer | null, isCrew: boolean): readonly NavLink[] =>
  viewer ? [...everybody, ...members, ...(isCrew ? [crew] : [])] : everybody
