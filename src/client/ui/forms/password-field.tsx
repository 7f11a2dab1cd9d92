import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useId, useState } from 'react'
import {
  affixRow,
  box,
  FieldError,
  type FieldOwn,
  Hint,
  Label,
  useFieldState,
  withSuffix,
  wrapper,
} from '#client/ui/forms/field-parts.tsx'
import { css, cx } from '#styled/css/index.js'

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
  '@media (scripting: none)': { display: 'none' },
})

export interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id' | 'type'>, FieldOwn {
  autoComplete?: 'current-password' | 'new-password' | 'off' | undefined
}

export function PasswordField({
  label,
  name,
  hint,
  error: ownError,
  className,
  autoComplete = 'current-password',
  ...input
}: PasswordFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const { error, aria } = useFieldState({ name, hint, error: ownError }, id)
  return (
    <div className={cx(wrapper, className)}>
      <Label htmlFor={id} label={label} required={input.required} />
      <div className={affixRow}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...aria}
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          data-label={label}
          data-secret=""
          className={cx(box, withSuffix)}
        />
        <button
          type="button"
          className={reveal}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
        </button>
      </div>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}
