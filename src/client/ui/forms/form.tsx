import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useViewerId } from '#client/lib/boot.tsx'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { Button, type ButtonProps } from '#client/ui/controls/button.tsx'
import { type FormDraft, makeDraft } from '#client/ui/forms/form-draft.ts'
import {
  type Control,
  controlsOf,
  type FieldErrors,
  invalidFields,
  issuesOf,
  type Messages,
} from '#client/ui/forms/form-rules.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { css, cx } from '#styled/css/index.js'

interface FormState {
  pending: boolean
  /** False until hydrated, unless the form works without. */
  isReady: boolean
  errors: FieldErrors
}

const FormContext = createContext<FormState>({ pending: false, isReady: true, errors: {} })

export const useForm = (): FormState => use(FormContext)

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onError' | 'action' | 'ref'> {
  /** Reject with `issues: { path, message }[]` to mark fields. */
  onSubmit(data: FormData, form: HTMLFormElement): Promise<void> | void
  /** A message that it returns is shown in the form. */
  onError?: ((error: unknown) => unknown) | undefined
  messages?: Messages | undefined
  check?: ((data: FormData) => FieldErrors) | undefined
  initialErrors?: FieldErrors | undefined
  needsScript?: boolean | undefined
  /** False if the caller stores the draft itself. */
  keepsDraft?: boolean | undefined
  /** Id of the row that it is about: each has its own draft. */
  row?: string | undefined
  children: ReactNode
}

const stack = css({ column: '5' })

const notice = css({
  padding: '3',
  color: 'ink',
  backgroundColor: 'sunken',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'md',
})

const failureNotice = css({
  padding: '3',
  color: 'onDangerSoft',
  backgroundColor: 'dangerSoft',
  borderRadius: 'md',
  overflowWrap: 'anywhere',
})

const NO_ERRORS: FieldErrors = {}

export function Form({
  onSubmit,
  onError,
  messages,
  check,
  onInput,
  method = 'post',
  initialErrors = NO_ERRORS,
  needsScript = true,
  keepsDraft = true,
  row,
  className,
  children,
  ...rest
}: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState(initialErrors)
  // A new object each time, so that equal errors refocus.
  const [refusal, setRefusal] = useState(NO_ERRORS)
  const [failure, setFailure] = useState<string | null>(null)
  const lastFocus = useRef<Element | null>(null)

  const isReady = useHydrated() || !needsScript
  const viewerId = useViewerId()
  const draft = useRef<FormDraft | null>(null)

  useEffect(() => {
    if (ref.current && isReady && keepsDraft) draft.current = makeDraft(ref.current, viewerId, row)
  }, [isReady, viewerId, keepsDraft, row])

  useEffect(() => {
    if (ref.current) ref.current.noValidate = true
  }, [])

  useEffect(() => {
    if (ref.current) focusControl(controlsOf(ref.current).find(control => control.name in refusal))
  }, [refusal])

  // Disabled buttons lose the focus: restore it.
  useEffect(() => {
    if (pending) return
    const previous = lastFocus.current
    lastFocus.current = null
    if (previous instanceof HTMLElement && previous.isConnected && document.activeElement === document.body) {
      previous.focus({ preventScroll: true })
    }
  }, [pending])

  const refuse = (next: FieldErrors) => {
    setErrors(next)
    setRefusal(next)
  }

  const submit = async (form: HTMLFormElement, data: FormData) => {
    sending.current = true
    // Discards before the answer: the next page must not restore it.
    draft.current?.discard()
    lastFocus.current = document.activeElement
    setPending(true)
    try {
      await onSubmit(data, form)
    } catch (error) {
      draft.current?.save()
      const names = new Set(controlsOf(form).map(control => control.name))
      const issues = issuesOf(error)
      const fieldErrors: FieldErrors = {}
      for (const { path, message } of issues) {
        if (names.has(path)) fieldErrors[path] ??= message
      }
      if (Object.keys(fieldErrors).length > 0) refuse(fieldErrors)
      if (issues.length === 0 || issues.some(issue => !names.has(issue.path))) {
        if (!onError) throw error
        const message = onError(error)
        if (typeof message === 'string') setFailure(message)
      }
    } finally {
      sending.current = false
      setPending(false)
    }
  }

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const invalid = { ...check?.(new FormData(form)), ...invalidFields(form, messages) }
    if (Object.keys(invalid).length > 0) {
      refuse(invalid)
      return
    }
    setErrors(NO_ERRORS)
    setFailure(null)
    const { submitter } = event.nativeEvent
    void submit(form, new FormData(form, submitter))
  }

  const handleInput: typeof onInput = event => {
    onInput?.(event)
    draft.current?.save()
    const { target } = event
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name === null || !(name in errors)) return
    setErrors(({ [name]: _, ...others }) => others)
  }

  const state = useMemo(() => ({ pending, isReady, errors }), [pending, isReady, errors])

  return (
    <form
      {...rest}
      ref={ref}
      method={method}
      aria-busy={pending || undefined}
      onSubmit={handleSubmit}
      onInput={handleInput}
      className={cx(stack, className)}
    >
      {needsScript && (
        <noscript>
          <p className={notice}>
            This form needs JavaScript. Turn it on in your browser's settings, then reload this page.
          </p>
        </noscript>
      )}
      <FormContext value={state}>{children}</FormContext>
      {/* The toast announces it. */}
      {failure !== null && <p className={failureNotice}>{failure}</p>}
    </form>
  )
}

function focusControl(control: Control | undefined) {
  if (!control) return
  const details = control.closest('details')
  if (details) details.open = true
  control.focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
}

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'pending'> {
  pendingLabel?: string | undefined
}

export function SubmitButton({
  pendingLabel = 'Loading...',
  variant = 'action',
  disabled = false,
  ...rest
}: SubmitButtonProps) {
  const { pending, isReady } = useForm()
  return (
    <Button
      {...rest}
      type="submit"
      variant={variant}
      disabled={disabled || !isReady}
      pending={pending}
      pendingLabel={pendingLabel}
    />
  )
}

export function FormActions({ children }: { children: ReactNode }) {
  return <Row gap="3">{children}</Row>
}

export interface DialogActionsProps extends Pick<SubmitButtonProps, 'variant' | 'disabled'> {
  submit: ReactNode
  cancel?: string | undefined
  onCancel(): void
}

export function DialogActions({ submit, cancel = 'Cancel', onCancel, ...rest }: DialogActionsProps) {
  return (
    <FormActions>
      <SubmitButton {...rest}>{submit}</SubmitButton>
      <Button variant="secondary" onClick={onCancel}>
        {cancel}
      </Button>
    </FormActions>
  )
}
