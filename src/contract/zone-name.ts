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
