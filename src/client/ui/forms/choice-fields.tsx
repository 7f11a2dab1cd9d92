import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import {
  FieldError,
  type FieldOwn,
  Hint,
  star,
  useFieldState,
  wrapper,
} from '#client/ui/forms/field-parts.tsx'
import type { Option } from '#client/ui/forms/select-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { css, cx } from '#styled/css/index.js'

const tickRow = css({
  row: '3',
  minHeight: 'touch',
  cursor: 'pointer',
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'inkMuted' },
  _crew: { minHeight: 'wet' },
})
const tick = css({
  appearance: 'none',
  flexShrink: '0',
  boxSize: '6',
  borderWidth: '2px',
  borderColor: 'edge',
  backgroundColor: 'surface',
  cursor: 'inherit',
  display: 'grid',
  placeContent: 'center',
  transitionProperty: 'background-color, border-color',
  transitionDuration: 'fast',
  _after: {
    content: '""',
    display: 'block',
    transform: 'scale(0)',
    transitionProperty: 'transform',
    transitionDuration: 'fast',
  },
  '&:checked': { borderColor: 'seaSolid', backgroundColor: 'seaSolid' },
  '&:checked::after': { transform: 'scale(1)' },
  '&[aria-invalid=true]': { borderColor: 'danger' },
  '&:disabled': { backgroundColor: 'sunken', borderColor: 'line' },
  '@media (forced-colors: active)': { appearance: 'auto' },
})
const checkMark = css({
  borderRadius: 'sm',
  _after: {
    boxSize: '14px',
    backgroundColor: 'onSea',
    clipPath: 'polygon(14% 47%, 0 62%, 40% 100%, 100% 20%, 84% 8%, 38% 70%)',
  },
})
const radioMark = css({
  borderRadius: 'full',
  _after: { boxSize: '10px', borderRadius: 'full', backgroundColor: 'onSea' },
})

export interface CheckboxFieldProps
  extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'type'>,
    Omit<FieldOwn, 'label'> {
  label: ReactNode
}

export function CheckboxField({ label, name, hint, className, ...input }: CheckboxFieldProps) {
  const id = useId()
  const { error, aria } = useFieldState({ name, hint }, id)
  return (
    <div className={cx(wrapper, className)}>
      <label className={tickRow}>
        <input
          {...input}
          {...aria}
          id={id}
          name={name}
          type="checkbox"
          data-label={typeof label === 'string' ? label : undefined}
          className={cx(tick, checkMark)}
        />
        <span>{label}</span>
      </label>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}

const legendText = css({ textStyle: 'label', color: 'ink', paddingBottom: '1.5' })
const choice = css({
  row: '3',
  flexWrap: 'wrap',
  minHeight: 'touch',
  paddingInline: '3',
  paddingBlock: '2',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'md',
  backgroundColor: 'surface',
  cursor: 'pointer',
  transitionProperty: 'border-color, background-color, box-shadow',
  transitionDuration: 'fast',
  '&:hover': { borderColor: 'sea' },
  '&:has(:checked)': {
    borderColor: 'sea',
    backgroundColor: 'seaSoft',
    boxShadow: 'inset 0 0 0 1px token(colors.sea)',
  },
  '&:has(:focus-visible)': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'inkMuted', borderColor: 'line' },
  _crew: { minHeight: 'wet' },
})
/** Style of one choice, sized for a thumb: a button or a radio's label. */
export const chip = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  maxWidth: 'full',
  paddingInline: '4',
  truncate: true,
  fontWeight: 'medium',
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'full',
  cursor: 'pointer',
  '&:hover': { borderColor: 'sea' },
  '&[aria-pressed=true], &:has(:checked)': {
    backgroundColor: 'seaSolid',
    borderColor: 'seaSolid',
    color: 'onSea',
  },
  '&:has(:focus-visible)': { outline: '3px solid token(colors.focus)', outlineOffset: '2px' },
  '@media (forced-colors: active)': { '&[aria-pressed=true], &:has(:checked)': { borderWidth: '4px' } },
})
const wholeChip = css({
  appearance: 'none',
  position: 'absolute',
  inset: '0',
  borderRadius: 'full',
  cursor: 'inherit',
  '&:focus-visible': { outline: 'none' },
})
/** A bare radio, with the site's focus ring. */
export const radio = cx(tick, radioMark)
const bareFocus = css({ '&:focus-visible': { outline: 'none' } })
const choiceText = css({
  display: 'flex',
  flexDirection: 'column',
  // The text goes below the button when it is large.
  flex: '1 1 8rem',
  minWidth: '0',
  overflowWrap: 'anywhere',
  lineHeight: 'snug',
  fontWeight: 'medium',
})
const choiceHint = css({ textStyle: 'small', fontWeight: 'normal', color: 'ink' })

export interface RadioOption extends Option {
  hint?: string | undefined
  disabled?: boolean | undefined
}

export interface RadioGroupProps extends FieldOwn {
  options: readonly RadioOption[]
  defaultValue?: string | undefined
  /** Controlled. */
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
  required?: boolean | undefined
  inline?: boolean | undefined
  /** Shows small choices, many on a line, without hints. */
  chips?: boolean | undefined
}

export function RadioGroup({
  label,
  name,
  hint,
  options,
  defaultValue,
  value,
  onChange,
  required,
  inline = false,
  chips = false,
}: RadioGroupProps) {
  const id = useId()
  const { error, aria } = useFieldState({ name, hint }, id)
  const Choices = inline || chips ? Row : Stack
  const handle = (event: ChangeEvent<HTMLInputElement>) => onChange?.(event.currentTarget.value)
  return (
    <Stack role="radiogroup" {...aria} aria-labelledby={`${id}-legend`} aria-required={required} gap="2">
      <div id={`${id}-legend`} className={legendText}>
        {label}
        {required && (
          <span aria-hidden className={star}>
            *
          </span>
        )}
      </div>
      <Choices gap="2" align="stretch">
        {options.map(option => (
          <label key={option.value} className={chips ? chip : choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              required={required}
              disabled={option.disabled}
              data-label={label}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={handle}
              className={chips ? wholeChip : cx(radio, bareFocus)}
            />
            <span className={chips ? undefined : choiceText}>
              {option.label}
              {option.hint && <span className={choiceHint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </Choices>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </Stack>
  )
}
