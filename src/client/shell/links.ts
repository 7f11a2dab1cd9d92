import type { NavLink, Viewer } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'

const everybody: readonly NavLink[] = [
  { label: 'Tournaments', href: paths.home() },
  { label: 'Crew Videos', href: paths.crewVideos() },
]
const members: readonly NavLink[] = [
  { label: 'My Funding', href: paths.myFunding() },
  { label: 'Boats', href: paths.boats() },
  { label: 'My Tournaments', href: paths.myTournaments() },
]

export const navLinks = (viewer: Viewer | null, own: readonly NavLink[] = []): readonly NavLink[] =>
  viewer ? [...everybody, ...members, ...own] : everybody
