import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { useForm } from '#client/ui/forms/form.tsx'
import { css, cx } from '#styled/css/index.js'

export interface FieldOwn {
  label: string
  name: string
  hint?: ReactNode
}

export const wrapper = css({ column: '1.5', minWidth: '0' })
const labelText = css({ textStyle: 'label', color: 'ink' })
export const star = css({ color: 'danger', marginInlineStart: '0.5' })
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

export const box = css({
  display: 'block',
  width: 'full',
  minWidth: '0',
  minHeight: 'touch',
  paddingInline: '3',
  paddingBlock: '2',
  // iOS zooms into fields below 16 px.
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
  '&:read-only:not(select, [type=file])': { backgroundColor: 'sunken' },
  _crew: { minHeight: 'wet', fontSize: 'lg' },
})
export const numeric = css({ fontVariantNumeric: 'tabular-nums' })
export const affixRow = css({ position: 'relative', display: 'flex', alignItems: 'stretch' })
export const withSuffix = css({ paddingInlineEnd: '11' })

/** The form's error, unless the field has its own. @param extra id of another description */
export const useFieldState = (
  own: Pick<FieldOwn, 'name' | 'hint'> & { error?: string | undefined },
  id: string,
  extra?: string,
) => {
  const form = useForm()
  const error = own.error ?? form.errors[own.name]
  const descriptionIds = [extra ?? '', own.hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(
    Boolean,
  )
  return {
    error,
    aria: {
      'aria-invalid': error ? true : undefined,
      'aria-describedby': descriptionIds.length > 0 ? descriptionIds.join(' ') : undefined,
    },
  } as const
}

export function Label({
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

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return children ? (
    <p id={`${id}-hint`} className={hintText}>
      {children}
    </p>
  ) : null
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <p id={`${id}-error`} className={errorText}>
      <CircleAlert size={16} />
      <span>{error}</span>
    </p>
  ) : null
}

interface FieldFrameProps extends FieldOwn {
  /** End of the id of another description, among the children. */
  description?: string | undefined
  error?: string | undefined
  required?: boolean | undefined
  className?: string | undefined
  children(control: {
    id: string
    name: string
    'data-label': string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }): ReactNode
}

/** A control with its label, hint and error. */
export function FieldFrame({
  label,
  name,
  hint,
  description,
  error: own,
  required,
  className,
  children,
}: FieldFrameProps) {
  const id = useId()
  const { error, aria } = useFieldState({ name, hint, error: own }, id, description && `${id}-${description}`)
  return (
    <div className={cx(wrapper, className)}>
      <Label htmlFor={id} label={label} required={required} />
      {children({ id, name, 'data-label': label, ...aria })}
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
    </div>
  )
}
