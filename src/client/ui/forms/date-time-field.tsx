import type { ComponentProps } from 'react'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { zoneName } from '#client/lib/zone.tsx'
import { box, FieldFrame, type FieldOwn, numeric } from '#client/ui/forms/field-parts.tsx'
import { css, cx } from '#styled/css/index.js'

const zoneText = css({ textStyle: 'small', color: 'inkMuted', minHeight: '1.5em' })

export interface DateTimeFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'type'>, FieldOwn {}

/** Date and time in the visitor's zone; see `instantOfLocal`. */
export function DateTimeField({ label, name, hint, className, ...input }: DateTimeFieldProps) {
  const isHydrated = useHydrated()
  return (
    <FieldFrame {...{ label, name, hint, className }} required={input.required} description="zone">
      {control => (
        <>
          <input {...input} {...control} type="datetime-local" className={cx(box, numeric)} />
          <p id={`${control.id}-zone`} className={zoneText}>
            {isHydrated ? zoneName() : ''}
          </p>
        </>
      )}
    </FieldFrame>
  )
}
