import { useHydrated } from '#client/lib/use-hydrated.ts'
import { zoneNameByIntl } from '#contract/zone-name.ts'

/** "Eastern Time", in zones without summer time "Mountain Standard Time"; '' when unknown. */
export function zoneName(): string {
  const year = new Date().getFullYear()
  const winter = nameAt(new Date(year, 0))
  const summer = nameAt(new Date(year, 6))
  if (winter === 'Coordinated Universal Time') return 'UTC'
  if (winter.endsWith(' Time') && winter === summer) return winter
  const name = withoutSeason(winter)
  return name !== winter && name === withoutSeason(summer) ? name : zoneNameByIntl()
}

/** Returns the zone's name; some browsers use the visitor's language. */
const nameAt = (date: Date) => /\((.+)\)$/.exec(date.toString())?.[1] ?? ''

const withoutSeason = (name: string) => name.replace(/ (?:Standard|Daylight|Summer) Time$/, ' Time')

/** UTC until hydrated: a component of its own, since all around it would be rendered again. */
export const ZoneName = () => (useHydrated() ? zoneName() : 'UTC')
