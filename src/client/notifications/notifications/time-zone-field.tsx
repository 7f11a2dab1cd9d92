import { useHydrated } from '#client/lib/use-hydrated.ts'
import { SelectField } from '#client/ui/forms/select-field.tsx'

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const optionOf = (zone: string) => ({ value: zone, label: zone.replaceAll('_', ' ') })

interface TimeZoneFieldProps {
  saved: string
  /** True while nothing depends on the saved zone. */
  isUnused: boolean
}

/** The server knows other names than the browser, so all choices come after hydration. */
export function TimeZoneField({ saved, isUnused }: TimeZoneFieldProps) {
  const hydrated = useHydrated()
  const chosen = hydrated && isUnused ? ownZone() : saved
  const zones = hydrated
    ? new Set([chosen, ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])
    : [chosen]
  return (
    <SelectField
      // Takes the new default.
      key={chosen}
      label="Time zone"
      name="timeZone"
      options={[...zones].toSorted().map(optionOf)}
      defaultValue={chosen}
    />
  )
}
