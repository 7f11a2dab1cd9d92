import { type ComponentProps, useId } from 'react'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { zoneName } from '#client/lib/zone.tsx'
import {
  box,
  FieldError,
  type FieldOwn,
  Hint,
  Label,
  numeric,
  useFieldState,
  wrapper,
} from '#client/ui/forms/field-parts.tsx'
import { css, cx } from '#styled/css/index.js'

const zoneText = css({ textStyle: 'small', color: 'inkMuted', minHeight: '1.5em' })

export interface DateTimeFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'type'>, FieldOwn {}

/** Date and time in the visitor's zone; see `instantOfLocal`. */
export function DateTimeField({ label, name, hint, className, ...input }: DateTimeFieldProps) {
  const id = useId()
  const isHydrated = useHydrated()
  const { error, aria } = useFieldState({ name, hint }, id, `${id}-zone`)
  return (
    <div className={cx(wrapper, className)}>
      <Label htmlFor={id} label={label} required={input.required} />
      <input
        {...input}
        {...aria}
        id={id}
        name={name}
        type="datetime-local"
        data-label={label}
        className={cx(box, numeric)}
      />
      <p id={`${id}-zone`} className={zoneText}>
        {isHydrated ? zoneName() : ''}
      </p>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}
