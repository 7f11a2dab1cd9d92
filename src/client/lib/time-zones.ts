/** Returns the IANA name of the visitor's time zone. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const timeZoneOption = (zone: string) => ({ value: zone, label: zone.replaceAll('_', ' ') })

/** The browser's zones, and those that are given. */
export const timeZoneOptions = (...zones: string[]) =>
  [...new Set([...zones, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted().map(timeZoneOption)
