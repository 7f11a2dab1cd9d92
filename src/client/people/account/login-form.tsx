import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { type Head, useBoot } from '#client/lib/boot.tsx'
import { RequestError } from '#client/lib/request.ts'
import { textOf, toastFailure, untilTheNextPage } from '#client/lib/submit.ts'
import { toast, toastAfterNavigation } from '#client/lib/toast.ts'
import { paths, safeNext } from '#client/paths.ts'
import { signIn, signUp } from '#client/people/api/account.ts'
import { announce, signOut } from '#client/people/api/session.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextButton, TextLink } from '#client/ui/controls/link.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { FieldError, useFieldState } from '#client/ui/forms/field-parts.tsx'
import { Form, SubmitButton } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { limits } from '#contract/limits.ts'
import { ageText } from '#contract/people/auth-texts.ts'
import { css } from '#styled/css/index.js'
import { AccountCard } from './account-card.tsx'
import { LoginSubject } from './login-subject.tsx'
import { messages } from './messages.ts'
import { NameFields } from './name-fields.tsx'
import { NoMailForLink } from './no-mail.tsx'
import { Notice } from './notice.tsx'

type Mode = 'signin' | 'signup'

const texts = {
  signup: {
    title: 'Create an account',
    description: 'Join the fishing tournament platform',
    submit: 'Create account',
    toggle: 'Already have an account? Sign in',
  },
  signin: {
    title: 'Welcome back',
    description: 'Sign in to your account',
    submit: 'Sign in',
    toggle: "Don't have an account? Sign up",
  },
} as const

const ageRow = css({ row: '3', minHeight: 'touch', '& input': { boxSize: '6' } })
const forgot = css({ alignSelf: 'flex-end', marginBlock: '-3' })

interface SignUpResult {
  /** Null after a sign-up without JavaScript. */
  email: string | null
  confirmationRequired: boolean
}

export function LoginForm() {
  const { search, sendsMail, posted, preview } = useBoot()
  const query = new URLSearchParams(search)
  const next = safeNext(query.get('next'))
  const [mode, setMode] = useState<Mode>(query.get('mode') === 'signup' ? 'signup' : 'signin')
  const [signUpResult, setSignedUp] = useState(welcomed(query.get('welcome')))
  const [typedNames, setTypedNames] = useState({
    firstName: posted?.values.firstName ?? '',
    lastName: posted?.values.lastName ?? '',
  })
  const form = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSignUp = mode === 'signup'
  const { title, description, submit, toggle } = texts[mode]

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
      announce('SIGNED_IN', user)
    } catch (error) {
      if (error instanceof RequestError && error.code === 'invalid_credentials') focusPassword(element)
      throw error
    }
    toastAfterNavigation({ title: 'Welcome back!', description: "You've successfully signed in." })
    location.replace(next)
    await untilTheNextPage()
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
    if (user) announce('SIGNED_IN', user)
    toast({ title: 'Account created!', description: afterSignUp(confirmationRequired, sendsMail) })
    setSignedUp({ email, confirmationRequired })
  }

  return (
    <>
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
              messages={messages}
              posted={posted?.errors}
            >
              {isSignUp && <NameFields {...typedNames} />}
              <Field
                key="email"
                label="Email"
                name="email"
                type="email"
                inputMode="email"
                autoComplete={isSignUp ? 'email' : 'username'}
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={signUpResult?.email ?? posted?.values.email}
                maxLength={limits.emailMax}
                required
              />
              <PasswordField
                key="password"
                label="Password"
                name="password"
                autoComplete={isSignUp ? 'new-password' : 'current-password'}
                minLength={limits.passwordMin}
                hint={isSignUp ? `At least ${limits.passwordMin} characters.` : undefined}
                required
              />
              {!isSignUp && (
                <TextLink standalone href={paths.recover()} className={forgot}>
                  Forgot password?
                </TextLink>
              )}
              {isSignUp && <Agreement />}
              <SubmitButton size="lg" block>
                {submit}
              </SubmitButton>
            </Form>
          </div>
        )}
      </AccountCard>
    </>
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

function afterSignUp(confirmationRequired: boolean, sendsMail: boolean): string {
  if (!confirmationRequired) return 'You are signed in.'
  return sendsMail ? 'Please check your email to verify your account.' : 'Confirm your address to sign in.'
}

function welcomed(kind: string | null): SignUpResult | null {
  if (kind !== 'open' && kind !== 'pending') return null
  return { email: null, confirmationRequired: kind === 'pending' }
}

function focusPassword(form: HTMLFormElement): void {
  const field = form.elements.namedItem('password')
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}

function SignedUpNotice({ email, confirmationRequired, next }: SignUpResult & { next: string }) {
  const { sendsMail, preview } = useBoot()
  const { user } = useSession()
  if (confirmationRequired)
    return (
      <Notice tone="waiting" title="One more step" live>
        {sendsMail ? (
          `We’ve sent a link to ${email ?? 'your address'}. Open it within an hour to verify your account.`
        ) : (
          <NoMailForLink />
        )}
      </Notice>
    )
  return (
    <>
      <Notice tone="good" title="Your account is ready" live>
        {user ? `You are signed in as ${user.email}.` : 'You can sign in now with your address and password.'}
      </Notice>
      {user && (
        <LinkButton href={next} variant="action" size="lg" block>
          {leadOn(next, preview)}
        </LinkButton>
      )}
    </>
  )
}

function leadOn(next: string, preview: Head | undefined): string {
  if (preview?.about) return `Continue to ${preview.about.boat?.name ?? preview.title}`
  return next === '/' ? 'Browse Tournaments' : 'Continue'
}

function SignedInNotice({ next }: { next: string }) {
  const { viewer } = useBoot()
  if (!viewer) return null
  const leave = () => {
    signOut().then(() => location.reload(), toastFailure)
  }
  return (
    <Notice
      actions={
        <>
          <LinkButton href={next}>Continue</LinkButton>
          <TextButton onClick={leave}>Sign Out</TextButton>
        </>
      }
    >
      You are signed in as <strong>{viewer.email}</strong>.
    </Notice>
  )
}
