import { ownTimeZone, timeZoneOption, timeZoneOptions } from '#client/lib/time-zones.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'

interface TimeZoneFieldProps {
  savedZone: string
  /** True while nothing depends on the saved zone. */
  isUnused: boolean
}

/** The server knows other names than the browser, so all choices come after hydration. */
export function TimeZoneField({ savedZone, isUnused }: TimeZoneFieldProps) {
  const isHydrated = useHydrated()
  const zone = isHydrated && isUnused ? ownTimeZone() : savedZone
  return (
    <SelectField
      // Takes the new default.
      key={zone}
      label="Time zone"
      name="timeZone"
      options={isHydrated ? timeZoneOptions(zone, ownTimeZone()) : [timeZoneOption(zone)]}
      defaultValue={zone}
    />
  )
}
