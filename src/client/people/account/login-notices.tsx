import { type Head, useBoot } from '#client/lib/boot.tsx'
import { toastFailure } from '#client/lib/submit.ts'
import { signOut } from '#client/people/api/session.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextButton } from '#client/ui/controls/link.tsx'
import { NoMailForLink } from './no-mail.tsx'
import { Notice } from './notice.tsx'

export interface SignUpResult {
  /** Null after a sign-up without JavaScript. */
  email: string | null
  confirmationRequired: boolean
}

export function SignedUpNotice({ email, confirmationRequired, next }: SignUpResult & { next: string }) {
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
  if (preview?.about) return `Continue to ${preview.title}`
  return next === '/' ? 'Browse Tournaments' : 'Continue'
}

export function SignedInNotice({ next }: { next: string }) {
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
