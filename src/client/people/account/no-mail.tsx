import type { ReactNode } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'

export interface NoMailProps {
  /** The operator's remedy. */
  does: string
  /** The command or folder. */
  how: ReactNode
}

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

export const NoMailForLink = () => (
  <NoMail does="send you a link to choose a password" how={<code>bun run admin reset-link EMAIL</code>} />
)
