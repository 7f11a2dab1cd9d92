import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { affixRow, box, FieldFrame, type FieldOwn, withSuffix } from '#client/ui/forms/field-parts.tsx'
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
  className,
  autoComplete = 'current-password',
  ...input
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, name, hint, className }} required={input.required}>
      {control => (
        <div className={affixRow}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            data-secret=""
            className={cx(box, withSuffix)}
          />
          <button
            type="button"
            className={reveal}
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={20} /> : <Eye size={20} />}
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
