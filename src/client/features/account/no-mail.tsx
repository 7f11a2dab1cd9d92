import type { ReactNode } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'

export interface NoMailProps {
  /** What the operator can do. */
  does: string
  /** The operator's command or folder. */
  how: ReactNode
}

/** Whom to ask when the site can't send mail. */
export function NoMail({ does, how }: NoMailProps) {
  const { supportEmail } = useBoot()
  return supportEmail === null ? (
    <>
      This site can't send mail. Ask the person who runs it, who can {does}: {how}
    </>
  ) : (
    <>
      This site can't send mail. Write to <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>:
      the people there can {does}.
    </>
  )
}

/** For a link to choose a password, which also confirms the address. */
export const NoMailForLink = () => (
  <NoMail does="send you a link to choose a password" how={<code>bun run admin reset-link EMAIL</code>} />
)
