/** "Eastern Time", in English, of any zone, by default the machine's; '' when unknown. Its first use takes a phone 150 ms. */
export function zoneNameByIntl(timeZone?: string): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longGeneric', timeZone })
    const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return name === 'GMT+00:00' || name === 'GMT' ? 'UTC' : name
  } catch {
    return ''
  }
}

/**
 * Returns the zone in the IANA database's spelling, or null if it isn't in it,
 * such as `+05:37`. Older names, which browsers use, count.
 */
export function canonicalZone(value: string): string | null {
  if (!/^[a-z]/i.test(value) || value.length > 100) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
