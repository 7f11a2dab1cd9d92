import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useForm } from '#client/ui/form.tsx'
import { useHydrated } from '#client/ui/use-hydrated.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { zoneName } from '#client/ui/zone.ts'
import { css, cx } from '#styled/css/index.js'

interface Own {
  label: string
  name: string
  hint?: ReactNode
  /** Beside what the form around says about this name. */
  error?: string | undefined
}

const wrapper = css({ display: 'flex', flexDirection: 'column', gap: '1.5', minWidth: '0' })
const labelText = css({ textStyle: 'label', color: 'ink' })
const star = css({ color: 'danger', marginInlineStart: '0.5' })
const hintText = css({ textStyle: 'small', color: 'inkMuted' })
const errorText = css({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '1.5',
  textStyle: 'small',
  fontWeight: 'medium',
  color: 'danger',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
})

const box = css({
  display: 'block',
  width: 'full',
  minWidth: '0',
  minHeight: 'touch',
  paddingInline: '3',
  paddingBlock: '2',
  // Under 16 px iOS zooms into the field.
  fontSize: 'md',
  lineHeight: 'snug',
  color: 'ink',
  backgroundColor: 'surface',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'md',
  transitionProperty: 'border-color, box-shadow',
  transitionDuration: 'fast',
  _placeholder: { color: 'inkMuted' },
  '&:hover:not(:disabled)': { borderColor: 'sea' },
  '&:focus-visible': { outlineOffset: '0', borderColor: 'focus' },
  '&[aria-invalid=true]': { borderColor: 'danger', boxShadow: 'inset 0 0 0 1px token(colors.danger)' },
  '&:disabled': { backgroundColor: 'sunken', borderColor: 'line', color: 'inkMuted', cursor: 'not-allowed' },
  '&:read-only:not(select)': { backgroundColor: 'sunken' },
  _crew: { minHeight: 'wet', fontSize: 'lg' },
})
const numeric = css({ fontVariantNumeric: 'tabular-nums' })

const useFieldState = (own: Pick<Own, 'name' | 'hint' | 'error'>, id: string, extra?: string) => {
  const form = useForm()
  const error = own.error ?? form.errors[own.name]
  const described = [own.hint ? `${id}-hint` : '', extra ?? '', error ? `${id}-error` : ''].filter(Boolean)
  return {
    error,
    aria: {
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    },
  } as const
}

function Label({
  htmlFor,
  label,
  required,
}: {
  htmlFor: string
  label: string
  required?: boolean | undefined
}) {
  return (
    <label htmlFor={htmlFor} className={labelText}>
      {label}
      {required && (
        <span aria-hidden className={star}>
          *
        </span>
      )}
    </label>
  )
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p id={`${id}-hint`} className={hintText}>
      {children}
    </p>
  ) : null
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <p id={`${id}-error`} className={errorText}>
      <CircleAlert size={16} aria-hidden />
      <span>{error}</span>
    </p>
  ) : null
}

const affixed = css({ position: 'relative', display: 'flex', alignItems: 'stretch' })
const affix = css({
  position: 'absolute',
  insetBlock: '0',
  display: 'flex',
  alignItems: 'center',
  color: 'inkMuted',
  pointerEvents: 'none',
})
const prefixAt = css({ insetInlineStart: '3' })
const suffixAt = css({ insetInlineEnd: '3' })
const withPrefix = css({ paddingInlineStart: '7' })
const withSuffix = css({ paddingInlineEnd: '11' })

export interface FieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'prefix'>, Own {
  /** Shown inside the box, such as `$` or `lbs`; say it in the label or the hint too. */
  prefix?: string | undefined
  suffix?: string | undefined
}

export function Field({
  label,
  name,
  hint,
  error: given,
  prefix,
  suffix,
  type = 'text',
  className,
  ...input
}: FieldProps) {
  const id = useId()
  const { error, aria } = useFieldState({ name, hint, error: given }, id)
  return (
    <div className={cx(wrapper, className)}>
      <Label htmlFor={id} label={label} required={input.required} />
      <div className={affixed}>
        {prefix !== undefined && (
          <span aria-hidden className={cx(affix, prefixAt)}>
            {prefix}
          </span>
        )}
        <input
          {...input}
          {...aria}
          id={id}
          name={name}
          type={type}
          data-label={label}
          className={cx(
            box,
            type === 'number' && numeric,
            prefix !== undefined && withPrefix,
            suffix !== undefined && withSuffix,
          )}
        />
        {suffix !== undefined && (
          <span aria-hidden className={cx(affix, suffixAt)}>
            {suffix}
          </span>
        )}
      </div>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}

const reveal = css({
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '0',
  width: 'touch',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  color: 'inkMuted',
  borderRadius: 'md',
  cursor: 'pointer',
  '&:hover': { color: 'sea' },
  '&:focus-visible': { outlineOffset: '-3px' },
})

export interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'type'>, Own {
  autoComplete?: 'current-password' | 'new-password' | 'off' | undefined
}

export function PasswordField({
  label,
  name,
  hint,
  error: given,
  className,
  autoComplete = 'current-password',
  ...input
}: PasswordFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const { error, aria } = useFieldState({ name, hint, error: given }, id)
  return (
    <div className={cx(wrapper, className)}>
      <Label htmlFor={id} label={label} required={input.required} />
      <div className={affixed}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...aria}
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          data-label={label}
          data-secret=""
          className={cx(box, withSuffix)}
        />
        <button
          type="button"
          className={reveal}
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
        </button>
      </div>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}

const area = css({ minHeight: '28', resize: 'vertical', lineHeight: 'normal' })
const below = css({ display: 'flex', justifyContent: 'space-between', gap: '3' })
const count = css({
  textStyle: 'small',
  color: 'inkMuted',
  fontVariantNumeric: 'tabular-nums',
  marginInlineStart: 'auto',
  whiteSpace: 'nowrap',
})
const countFull = css({ color: 'danger', fontWeight: 'semibold' })

export interface TextareaFieldProps extends Omit<ComponentProps<'textarea'>, 'name' | 'id'>, Own {
  /** Shows n/maxLength. */
  counter?: boolean | undefined
}

export function TextareaField({
  label,
  name,
  hint,
  error: given,
  counter = false,
  className,
  onInput,
  ...input
}: TextareaFieldProps) {
  const id = useId()
  const start = input.value ?? input.defaultValue ?? ''
  const [typed, setTyped] = useState(String(start).length)
  const { maxLength } = input
  const counted = counter && maxLength !== undefined
  const { error, aria } = useFieldState({ name, hint, error: given }, id, counted ? `${id}-count` : '')
  const left = (maxLength ?? 0) - typed
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
          setTyped(event.currentTarget.value.length)
          onInput?.(event)
        }}
      />
      <div className={below}>
        <Hint id={id}>{hint}</Hint>
        {counted && (
          <>
            <span className={cx(count, left <= 0 && countFull)} aria-hidden>
              {typed}/{maxLength}
            </span>
            <VisuallyHidden id={`${id}-count`}>Up to {maxLength} characters</VisuallyHidden>
            <VisuallyHidden role="status">
              {left <= 10 && typed > 0 ? `${left} characters left` : ''}
            </VisuallyHidden>
          </>
        )}
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}

const selectWrap = css({ position: 'relative', display: 'block' })
const selectBox = css({
  appearance: 'none',
  paddingInlineEnd: '10',
  cursor: 'pointer',
  textOverflow: 'ellipsis',
})
const chevron = css({
  position: 'absolute',
  insetInlineEnd: '3',
  insetBlock: '0',
  marginBlock: 'auto',
  pointerEvents: 'none',
  color: 'inkMuted',
})
const optionColors = css({ '& option': { backgroundColor: 'surface', color: 'ink' } })

export interface Option {
  value: string
  label: string
}

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'name' | 'id' | 'children'>, Own {
  options: readonly Option[]
  /** The first, empty choice. */
  placeholder?: string | undefined
}

export function SelectField({
  label,
  name,
  hint,
  error: given,
  options,
  placeholder,
  className,
  ...select
}: SelectFieldProps) {
  const id = useId()
  const { error, aria } = useFieldState({ name, hint, error: given }, id)
  return (
    <div className={cx(wrapper, className)}>
      <Label htmlFor={id} label={label} required={select.required} />
      <span className={selectWrap}>
        <select
          {...select}
          {...aria}
          id={id}
          name={name}
          data-label={label}
          className={cx(box, selectBox, optionColors)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={20} aria-hidden className={chevron} />
      </span>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}

const tickRow = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: 'touch',
  cursor: 'pointer',
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'inkMuted' },
  _crew: { minHeight: 'wet' },
})
const tick = css({
  appearance: 'none',
  flexShrink: '0',
  width: '6',
  height: '6',
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
    width: '14px',
    height: '14px',
    backgroundColor: 'onSea',
    clipPath: 'polygon(14% 47%, 0 62%, 40% 100%, 100% 20%, 84% 8%, 38% 70%)',
  },
})
const radioMark = css({
  borderRadius: 'full',
  _after: { width: '10px', height: '10px', borderRadius: 'full', backgroundColor: 'onSea' },
})

export interface CheckboxFieldProps
  extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'type'>,
    Omit<Own, 'label'> {
  label: ReactNode
}

export function CheckboxField({ label, name, hint, error: given, className, ...input }: CheckboxFieldProps) {
  const id = useId()
  const { error, aria } = useFieldState({ name, hint, error: given }, id)
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

const group = css({ display: 'flex', flexDirection: 'column', gap: '2', minWidth: '0' })
const legendText = css({ textStyle: 'label', color: 'ink', paddingBottom: '1.5' })
const choicesStack = css({ display: 'flex', flexDirection: 'column', gap: '2' })
const choicesInline = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
const choice = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
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
const bareFocus = css({ '&:focus-visible': { outline: 'none' } })
const choiceText = css({ display: 'flex', flexDirection: 'column', lineHeight: 'snug', fontWeight: 'medium' })
const choiceHint = css({ textStyle: 'small', fontWeight: 'normal', color: 'ink' })

export interface RadioOption extends Option {
  hint?: string | undefined
  disabled?: boolean | undefined
}

export interface RadioGroupProps extends Own {
  options: readonly RadioOption[]
  defaultValue?: string | undefined
  /** With it the group is controlled. */
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  inline?: boolean | undefined
}

export function RadioGroup({
  label,
  name,
  hint,
  error: given,
  options,
  defaultValue,
  value,
  onChange,
  required,
  disabled,
  inline = false,
}: RadioGroupProps) {
  const id = useId()
  const { error, aria } = useFieldState({ name, hint, error: given }, id)
  const handle = (event: ChangeEvent<HTMLInputElement>) => onChange?.(event.currentTarget.value)
  return (
    <div
      role="radiogroup"
      {...aria}
      aria-labelledby={`${id}-legend`}
      aria-required={required}
      className={group}
    >
      <div id={`${id}-legend`} className={legendText}>
        {label}
        {required && (
          <span aria-hidden className={star}>
            *
          </span>
        )}
      </div>
      <div className={inline ? choicesInline : choicesStack}>
        {options.map(option => (
          <label key={option.value} className={choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              required={required}
              disabled={disabled || option.disabled}
              data-label={label}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={handle}
              className={cx(tick, radioMark, bareFocus)}
            />
            <span className={choiceText}>
              {option.label}
              {option.hint && <span className={choiceHint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}

const switchRow = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4',
  minHeight: 'touch',
  cursor: 'pointer',
  _crew: { minHeight: 'wet' },
})
const switchTrack = css({
  appearance: 'none',
  flexShrink: '0',
  position: 'relative',
  width: '13',
  minWidth: '52px',
  height: '30px',
  borderRadius: 'full',
  borderWidth: '2px',
  borderColor: 'edge',
  backgroundColor: 'track',
  cursor: 'inherit',
  transitionProperty: 'background-color, border-color',
  transitionDuration: 'normal',
  _after: {
    content: '""',
    position: 'absolute',
    top: '3px',
    insetInlineStart: '3px',
    width: '20px',
    height: '20px',
    borderRadius: 'full',
    backgroundColor: 'edge',
    transitionProperty: 'transform, background-color',
    transitionDuration: 'normal',
    transitionTimingFunction: 'out',
  },
  '&:checked': { backgroundColor: 'seaSolid', borderColor: 'seaSolid' },
  '&:checked::after': { transform: 'translateX(22px)', backgroundColor: 'onSea' },
  '@media (forced-colors: active)': { appearance: 'auto' },
})

export interface SwitchProps extends Omit<Own, 'error'> {
  defaultChecked?: boolean | undefined
  /** With it the switch is controlled. */
  checked?: boolean | undefined
  onChange?: ((checked: boolean) => void) | undefined
  disabled?: boolean | undefined
}

export function Switch({ label, name, hint, defaultChecked, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className={wrapper}>
      <label className={switchRow}>
        <span>{label}</span>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox brings its checked state
          role="switch"
          name={name}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          {...(checked === undefined ? { defaultChecked } : { checked })}
          onChange={event => onChange?.(event.currentTarget.checked)}
          className={switchTrack}
        />
      </label>
      <Hint id={id}>{hint}</Hint>
    </div>
  )
}

const zoneText = css({ textStyle: 'small', color: 'inkMuted', minHeight: '1.5em' })

export interface DateTimeFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'type'>, Own {}

/** In the visitor's own zone, which it names once the browser has told. See `instantOfLocal` in format.ts. */
export function DateTimeField({ label, name, hint, error: given, className, ...input }: DateTimeFieldProps) {
  const id = useId()
  const hydrated = useHydrated()
  const { error, aria } = useFieldState({ name, hint, error: given }, id, `${id}-zone`)
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
        {hydrated ? zoneName() : ''}
      </p>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}
