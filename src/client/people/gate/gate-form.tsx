import { type AnimationEvent, useEffect, useRef, useState } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { messageOf, RequestError } from '#client/lib/request.ts'
import { type ToastOptions, toast } from '#client/lib/toast.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'
import { unlockSite } from '#client/people/api/gate.ts'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { css } from '#styled/css/index.js'

// Chrome fires no input event for early autofill; `animationstart` reveals it.
const form = css({ '& input:autofill': { animation: 'fadeIn' } })

const isWrongPassword = (error: unknown) => error instanceof RequestError && error.code === 'wrong_password'

const toastOf = (error: unknown): ToastOptions => ({
  variant: 'destructive',
  ...(isWrongPassword(error)
    ? { title: 'Incorrect Password', description: 'Please try again.' }
    : { title: messageOf(error, 'Failed to validate password.') }),
})

export function GateForm() {
  const { posted } = useBoot()
  const isHydrated = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  const [isEmpty, setEmpty] = useState(true)

  // The person may have typed before hydration.
  useEffect(() => {
    if (field.current?.value) setEmpty(false)
  }, [])

  const unlock = async (data: FormData) => {
    try {
      await unlockSite({ body: { password: String(data.get('password')) } })
      location.reload()
    } catch (error) {
      toast(toastOf(error))
      if (field.current && isWrongPassword(error)) {
        field.current.value = ''
        setEmpty(true)
      }
      field.current?.focus()
    }
  }

  const notificationAutofill = ({ target }: AnimationEvent) => {
    if (target === field.current) setEmpty(false)
  }

  return (
    <Form
      needsScript={false}
      onSubmit={unlock}
      onAnimationStart={notificationAutofill}
      className={form}
      initialErrors={posted?.message ? { password: posted.message } : posted?.errors}
    >
      <PasswordField
        ref={field}
        label="Password"
        name="password"
        autoFocus
        onChange={event => setEmpty(event.currentTarget.value === '')}
      />
      <SubmitButton disabled={isHydrated && isEmpty} size="lg" block>
        Unlock Site
      </SubmitButton>
    </Form>
  )
}
