import { useBoot } from '#client/lib/boot.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'

/** @param what a person needs instead, such as "a reset link" */
export function NoMail({ what }: { what: string }) {
  const { supportEmail } = useBoot()
  return supportEmail === null ? (
    <>This site can't send mail. Ask the organiser for {what}.</>
  ) : (
    <>
      This site can't send mail. Write to <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>{' '}
      for {what}.
    </>
  )
}

export const NoMailForLink = () => <NoMail what="a reset link" />
