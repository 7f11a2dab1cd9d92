import type { ReactNode } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'

export interface NoMailProps {
  /** What the person who runs the site can do. */
  does: string
  /** How, for that person: a command, or the folder of the mails. */
  how: ReactNode
}

/** Who can help, where the site can't send mail. */
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

/** The same for a link to choose a password, which opens an unconfirmed account too. */
export const NoMailForLink = () => (
  <NoMail does="make you a link to choose a password" how={<code>bun run admin reset-link EMAIL</code>} />
)
