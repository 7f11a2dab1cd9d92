import { useHydrated } from '#client/lib/use-hydrated.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const optionOf = (zone: string) => ({ value: zone, label: zone.replaceAll('_', ' ') })

interface TimeZoneFieldProps {
  savedZone: string
  /** True while nothing depends on the saved zone. */
  isUnused: boolean
}

/** The server knows other names than the browser, so all choices come after hydration. */
export function TimeZoneField({ savedZone, isUnused }: TimeZoneFieldProps) {
  const isHydrated = useHydrated()
  const zone = isHydrated && isUnused ? ownZone() : savedZone
  const zones = isHydrated ? new Set([zone, ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]) : [zone]
  return (
    <SelectField
      // Takes the new default.
      key={zone}
      label="Time zone"
      name="timeZone"
      options={[...zones].toSorted().map(optionOf)}
      defaultValue={zone}
    />
  )
}
