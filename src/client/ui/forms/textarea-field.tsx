import { type ComponentProps, useId, useState } from 'react'
import {
  box,
  FieldError,
  type FieldOwn,
  Hint,
  Label,
  useFieldState,
  wrapper,
} from '#client/ui/forms/field-parts.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { css, cx } from '#styled/css/index.js'

const area = css({ minHeight: '28', resize: 'vertical', lineHeight: 'normal' })
const below = css({ display: 'flex', justifyContent: 'space-between', gap: '3' })
const count = css({
  textStyle: 'small',
  fontVariantNumeric: 'tabular-nums',
  marginInlineStart: 'auto',
  whiteSpace: 'nowrap',
})
const countOpen = css({ color: 'inkMuted' })
const countFull = css({ color: 'danger', fontWeight: 'semibold' })

export interface TextareaFieldProps extends Omit<ComponentProps<'textarea'>, 'name' | 'id'>, FieldOwn {
  /** Shows n/maxLength. */
  counter?: boolean | undefined
}

export function TextareaField({
  label,
  name,
  hint,
  counter = false,
  className,
  onInput,
  ...input
}: TextareaFieldProps) {
  const id = useId()
  const start = input.value ?? input.defaultValue ?? ''
  const [length, setLength] = useState(String(start).length)
  const { maxLength } = input
  const isCounted = counter && maxLength !== undefined
  const { error, aria } = useFieldState({ name, hint }, id, isCounted ? `${id}-count` : '')
  const remaining = (maxLength ?? 0) - length
  return (
    <div className={cx(wrapper, className)}>
      <Label htmlFor={id} label={label} required={input.required} />
      <textarea
        {...input}
        {...aria}
        id={id}
        name={name}
        data-label={label}
        className={cx(box, area)}
        onInput={event => {
          setLength(event.currentTarget.value.length)
          onInput?.(event)
        }}
      />
      <div className={below}>
        <Hint id={id}>{hint}</Hint>
        {isCounted && (
          <>
            <span className={cx(count, remaining <= 0 ? countFull : countOpen)} aria-hidden>
              {length}/{maxLength}
            </span>
            <VisuallyHidden id={`${id}-count`}>Up to {maxLength} characters</VisuallyHidden>
            <VisuallyHidden role="status">
              {remaining <= 10 && length > 0 ? `${remaining} characters left` : ''}
            </VisuallyHidden>
          </>
        )}
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}
