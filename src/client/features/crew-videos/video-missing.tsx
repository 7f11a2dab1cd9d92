import { useSession } from '#client/lib/use-session.ts'
import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/link.tsx'
import { css } from '#styled/css/index.js'
import { useAddress } from './watching.ts'

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
  const { pathname, search } = useAddress()
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
