import { useId } from 'react'
import { type FieldOwn, Hint, wrapper } from '#client/ui/forms/field-parts.tsx'
import { css } from '#styled/css/index.js'

const switchRow = css({
  row: '4',
  // Wraps at 200 % text size.
  flexWrap: 'wrap',
  rowGap: '1',
  justifyContent: 'space-between',
  minHeight: 'touch',
  cursor: 'pointer',
  _crew: { minHeight: 'wet' },
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'inkMuted' },
  '& > span': { flex: '1 1 8rem', minWidth: '0' },
})
const switchTrack = css({
  appearance: 'none',
  flexShrink: '0',
  position: 'relative',
  width: '52px',
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
    boxSize: '20px',
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

export interface SwitchProps extends FieldOwn {
  defaultChecked?: boolean | undefined
  /** Controlled. */
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
