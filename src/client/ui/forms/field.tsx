import type { ComponentProps } from 'react'
import {
  affixRow,
  box,
  FieldFrame,
  type FieldOwn,
  numeric,
  withSuffix,
} from '#client/ui/forms/field-parts.tsx'
import { css, cx } from '#styled/css/index.js'

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
const fileBox = css({
  cursor: 'pointer',
  '&::file-selector-button': {
    marginInlineEnd: '3',
    paddingInline: '3',
    font: 'inherit',
    fontWeight: 'semibold',
    color: 'sea',
    backgroundColor: 'sunken',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'sm',
    cursor: 'pointer',
  },
})

export interface FieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'prefix'>, FieldOwn {
  prefix?: string | undefined
  /** A unit, which also describes the field. */
  suffix?: string | undefined
  error?: string | undefined
}

export function Field({
  label,
  name,
  hint,
  error,
  prefix,
  suffix,
  type = 'text',
  className,
  ...input
}: FieldProps) {
  return (
    <FieldFrame
      {...{ label, name, hint, error, className }}
      required={input.required}
      description={suffix && 'unit'}
    >
      {control => (
        <div className={affixRow}>
          {prefix !== undefined && (
            <span aria-hidden className={cx(affix, prefixAt)}>
              {prefix}
            </span>
          )}
          <input
            {...input}
            {...control}
            type={type}
            className={cx(
              box,
              type === 'number' && numeric,
              type === 'file' && fileBox,
              prefix !== undefined && withPrefix,
              suffix !== undefined && withSuffix,
            )}
          />
          {suffix !== undefined && (
            <span id={`${control.id}-unit`} className={cx(affix, suffixAt)}>
              {suffix}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

interface NumberFieldProps extends FieldProps {
  /** The number has no decimals. */
  whole?: boolean
}

/** Field for a number with cents, or a whole number. */
export const NumberField = ({ whole = false, ...field }: NumberFieldProps) => (
  <Field
    type="number"
    inputMode={whole ? 'numeric' : 'decimal'}
    step={whole ? 1 : 0.01}
    autoComplete="off"
    {...field}
  />
)
