import { useBoot } from '#client/lib/boot.tsx'
import { useAddress } from '#client/lib/location.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const note = css({
  padding: '4',
  borderRadius: 'lg',
  borderInlineStartWidth: '4px',
  borderColor: 'amber',
  backgroundColor: 'surface',
})

export function VideoMissing() {
  const { isAuthenticated } = useSession()
  const { canonical } = useBoot()
  const { pathname, search } = useAddress()
  if (pathname !== new URL(canonical).pathname) return null
  return (
    <div className={note}>
      <Text as="h2" look="subheading" weight="bold">
        Video not found
      </Text>
      <p>It was taken down, or it is for the boat’s backers alone.</p>
      {!isAuthenticated && (
        <TextLink href={paths.login(pathname + search)} standalone>
          Sign in if you back the boat
        </TextLink>
      )}
    </div>
  )
}
