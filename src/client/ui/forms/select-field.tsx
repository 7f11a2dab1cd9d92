import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { box, FieldFrame, type FieldOwn } from '#client/ui/forms/field-parts.tsx'
import { css, cx } from '#styled/css/index.js'

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

export interface SelectFieldProps
  extends Omit<ComponentProps<'select'>, 'name' | 'id' | 'children'>,
    FieldOwn {
  options: readonly Option[]
  placeholder?: string | undefined
}

export function SelectField({
  label,
  name,
  hint,
  options,
  placeholder,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, name, hint, className }} required={select.required}>
      {control => (
        <span className={selectWrap}>
          <select {...select} {...control} className={cx(box, selectBox, optionColors)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={20} className={chevron} />
        </span>
      )}
    </FieldFrame>
  )
}
