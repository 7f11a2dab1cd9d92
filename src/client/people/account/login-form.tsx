import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useBoot, useSiteName } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import { storeReturnPath } from '#client/lib/return-path.ts'
import { leaveFor, textOf, toastFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths, safeNext } from '#client/paths.ts'
import { signIn, signUp } from '#client/people/api/account.ts'
import { setSession } from '#client/people/api/session.ts'
import { becomeOwner } from '#client/people/api/site-roles.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { FieldError, useFieldState } from '#client/ui/forms/field-parts.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import type { Messages } from '#client/ui/forms/form-rules.ts'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { limits } from '#contract/limits.ts'
import { ageText } from '#contract/people/auth-texts.ts'
import { leadsOn, ownerTokenIn } from '#contract/people/safe-next.ts'
import { css } from '#styled/css/index.js'
import { AccountCard } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { SignedInNotice, SignedUpNotice, type SignUpResult } from './login-notices.tsx'
import { LoginSubject } from './login-subject.tsx'
import { messages } from './messages.ts'
import { NameFields } from './name-fields.tsx'
import { Notice } from './notice.tsx'

type Mode = 'signin' | 'signup'

const texts = {
  signup: {
    title: 'Create an account',
    description: 'Join the fishing tournament platform',
    submit: 'Create account',
    submitAndGoOn: 'Create account and continue',
    submitAndOwn: 'Create account and own this site',
    toggle: 'Already have an account? Sign in',
  },
  signin: {
    title: 'Welcome back',
    description: 'Sign in to your account',
    submit: 'Sign in',
    toggle: "Don't have an account? Sign up",
  },
} as const

const ownerMessages: Messages = {
  ...messages,
  password: {
    ...messages.password,
    tooShort: `An owner’s password must be at least ${limits.ownerPasswordMin} characters`,
  },
}

const ageRow = css({ row: '3', minHeight: 'touch', '& input': { boxSize: '6' } })
const forgot = css({ alignSelf: 'flex-end', marginBlock: '-3' })

export function LoginForm() {
  const { search, sendsMail, confirmsEmail, posted, preview } = useBoot()
  const query = new URLSearchParams(search)
  const next = safeNext(query.get('next'))
  const [mode, setMode] = useState<Mode>(query.get('mode') === 'signup' ? 'signup' : 'signin')
  const [signUpResult, setSignUpResult] = useState(signUpResultOf(query.get('welcome')))
  const [typedNames, setTypedNames] = useState({
    firstName: posted?.values.firstName ?? '',
    lastName: posted?.values.lastName ?? '',
  })
  const form = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSignUp = mode === 'signup'
  const siteName = useSiteName()
  const { title, description, submit, toggle } = texts[mode]
  const ownerToken = ownerTokenIn(next)
  const goOnText = ownerToken === null ? texts.signup.submitAndGoOn : texts.signup.submitAndOwn
  const passwordMin = ownerToken === null ? limits.passwordMin : limits.ownerPasswordMin

  useEffect(() => {
    document.title = `${isSignUp ? 'Sign up' : 'Sign in'} · ${siteName}`
  }, [isSignUp, siteName])

  // The focused button is removed.
  useEffect(() => {
    if (signUpResult) heading.current?.focus()
  }, [signUpResult])

  const switchMode = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const element = form.current?.querySelector('form')
    if (element && isSignUp) {
      const data = new FormData(element)
      setTypedNames({ firstName: textOf(data, 'firstName'), lastName: textOf(data, 'lastName') })
    }
    history.replaceState(history.state, '', event.currentTarget.href)
    setMode(isSignUp ? 'signin' : 'signup')
  }

  const submitSignIn = async (data: FormData, element: HTMLFormElement) => {
    const body = { email: textOf(data, 'email'), password: textOf(data, 'password') }
    try {
      const { user } = await signIn({ body })
      setSession('SIGNED_IN', user)
    } catch (error) {
      if (error instanceof RequestError && error.code === 'invalid_credentials') focusPassword(element)
      throw error
    }
    const welcome = { title: 'Welcome back!', description: "You've successfully signed in." }
    await leaveFor(next, { toast: welcome, replaces: true })
  }

  const submitSignUp = async (data: FormData) => {
    const email = textOf(data, 'email')
    const { user, confirmationRequired } = await signUp({
      body: {
        email,
        password: textOf(data, 'password'),
        firstName: textOf(data, 'firstName'),
        lastName: textOf(data, 'lastName'),
        ...(data.has('ageConfirmed') && { ageConfirmed: true }),
      },
    })
    if (user) setSession('SIGNED_IN', user)
    const welcome = { title: 'Account created!', description: afterSignUp(confirmationRequired, sendsMail) }
    if (leadsOn(next)) {
      if (user && ownerToken !== null && (await claimOwnership(ownerToken)))
        return await leaveFor(paths.admin('set-up'), {
          toast: { title: 'You own this site now' },
          replaces: true,
        })
      if (user) return await leaveFor(next, { toast: welcome, replaces: true })
    }
    if (!user) storeReturnPath(next)
    toast(welcome)
    setSignUpResult({ email, confirmationRequired })
  }

  return (
    <Stack>
      {preview && <LoginSubject {...preview} />}
      <AccountCard
        title={title}
        titleRef={heading}
        description={description}
        footer={
          <TextLink standalone href={isSignUp ? paths.login(next) : paths.signUp(next)} onClick={switchMode}>
            {toggle}
          </TextLink>
        }
      >
        {signUpResult ? <SignedUpNotice {...signUpResult} next={next} /> : <SignedInNotice next={next} />}
        {posted?.message && (
          <Notice tone="waiting" title="Error" live>
            {posted.message}
          </Notice>
        )}
        {!(signUpResult && isSignUp) && (
          <div ref={form}>
            <Form
              needsScript={false}
              onSubmit={isSignUp ? submitSignUp : submitSignIn}
              onError={toastFailure}
              messages={isSignUp && ownerToken !== null ? ownerMessages : messages}
              initialErrors={posted?.errors}
            >
              {isSignUp && <NameFields {...typedNames} autoFocus />}
              <EmailField
                key="email"
                label="Email"
                autoComplete={isSignUp ? 'email' : 'username'}
                defaultValue={signUpResult?.email ?? posted?.values.email}
                autoFocus={!isSignUp}
              />
              <PasswordField
                key="password"
                label="Password"
                name="password"
                autoComplete={isSignUp ? 'new-password' : 'current-password'}
                minLength={isSignUp ? passwordMin : limits.passwordMin}
                hint={isSignUp ? `At least ${passwordMin} characters.` : undefined}
                required
              />
              {!isSignUp && (
                <TextLink
                  standalone
                  href={paths.recover()}
                  className={forgot}
                  onClick={() => storeReturnPath(next)}
                >
                  Forgot password?
                </TextLink>
              )}
              {isSignUp && <Agreement />}
              <SubmitButton size="lg" block>
                {isSignUp && !confirmsEmail && leadsOn(next) ? goOnText : submit}
              </SubmitButton>
            </Form>
          </div>
        )}
      </AccountCard>
    </Stack>
  )
}

function Agreement() {
  const { minimumAge } = useBoot()
  return (
    <>
      {minimumAge !== null && <AgeField years={minimumAge} />}
      <p>
        By signing up you agree to the <TextLink href={paths.legal('terms')}>Terms of Service</TextLink> and
        the <TextLink href={paths.legal('privacy')}>Privacy Policy</TextLink>.
      </p>
    </>
  )
}

/** `CheckboxField` and its styles would exceed the budget of this page. */
function AgeField({ years }: { years: number }) {
  const { posted } = useBoot()
  const id = useId()
  const name = 'ageConfirmed'
  const { error, aria } = useFieldState({ name }, id)
  return (
    <div>
      <label className={ageRow}>
        <input
          {...aria}
          type="checkbox"
          id={id}
          name={name}
          defaultChecked={posted?.values[name] === 'on'}
          required
        />
        {ageText(years)}
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}

/** Makes the person the site's owner. @returns false when the owner's page has to show the reason */
const claimOwnership = (token: string): Promise<boolean> =>
  becomeOwner({ params: { token } }).then(
    () => true,
    () => false,
  )

function afterSignUp(confirmationRequired: boolean, sendsMail: boolean): string {
  if (!confirmationRequired) return 'You are signed in.'
  return sendsMail ? 'Please check your email to verify your account.' : 'Confirm your address to sign in.'
}

function signUpResultOf(kind: string | null): SignUpResult | null {
  if (kind !== 'open' && kind !== 'pending') return null
  return { email: null, confirmationRequired: kind === 'pending' }
}

function focusPassword(form: HTMLFormElement): void {
  const field = form.elements.namedItem('password')
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}
