import { useHydrated } from '#client/lib/use-hydrated.ts'

/** "Eastern Time", in zones without summer time "Mountain Standard Time"; '' when unknown. */
export function zoneName(): string {
  const year = new Date().getFullYear()
  const winter = nameAt(new Date(year, 0))
  const summer = nameAt(new Date(year, 6))
  if (winter === 'Coordinated Universal Time') return 'UTC'
  if (winter.endsWith(' Time') && winter === summer) return winter
  const name = withoutSeason(winter)
  return name !== winter && name === withoutSeason(summer) ? name : nameByIntl()
}

/** In some browsers in the visitor's language. */
const nameAt = (date: Date) => /\((.+)\)$/.exec(date.toString())?.[1] ?? ''

const withoutSeason = (name: string) => name.replace(/ (?:Standard|Daylight|Summer) Time$/, ' Time')

/** Of any zone, in English. Its first use takes a phone 150 ms. */
function nameByIntl(): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric' }).formatToParts()
    const name = parts.find(part => part.type === 'timeZoneName')?.value ?? ''
    return name === 'GMT+00:00' ? 'UTC' : name
  } catch {
    return ''
  }
}

/** UTC until hydrated: a component of its own, since all around it would be rendered again. */
export const ZoneName = () => (useHydrated() ? zoneName() : 'UTC')
