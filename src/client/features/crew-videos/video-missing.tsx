import { useSession } from '#client/api/use-session.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { useAddress } from '#client/lib/location.ts'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { css } from '#styled/css/index.js'

const note = css({
  padding: '4',
  borderRadius: 'lg',
  borderInlineStartWidth: '4px',
  borderColor: 'amber',
  backgroundColor: 'surface',
})
const title = css({ textStyle: 'subheading', fontWeight: 'bold' })

/** Over the videos, when the one that the address names is not there for this person. */
export function VideoMissing() {
  const { isAuthenticated } = useSession()
  const { canonical } = useBoot()
  const { pathname, search } = useAddress()
  // Somebody has gone on from here.
  if (pathname !== new URL(canonical).pathname) return null
  return (
    <div className={note}>
      <h2 className={title}>Video not found</h2>
      <p>It was taken down, or it is for the boat’s backers alone.</p>
      {!isAuthenticated && (
        <TextLink href={paths.login(pathname + search)} standalone>
          Sign in if you back the boat
        </TextLink>
      )}
    </div>
  )
}
