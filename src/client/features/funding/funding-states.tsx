import Ship from 'lucide-react/icons/ship'
import { paths } from '#client/paths.ts'
import { Hero } from '#client/ui/art.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadingText, Skeleton } from '#client/ui/skeleton.tsx'
import { css } from '#styled/css/index.js'

// The sea reaches down to the footer.
const scene = css({
  display: 'grid',
  height: 'full',
  minHeight: 'calc(100dvh - 9.5rem)',
  '& svg[aria-hidden]': { marginTop: 'auto' },
  _landscapePhone: { minHeight: '0' },
})

export const EntryNotFound = () => (
  <div className={scene}>
    <Hero
      title="Tournament Entry Not Found"
      lead="The boat may have withdrawn, or the link is not complete."
      actions={
        <LinkButton href={paths.home()} variant="action" size="lg">
          Back to Home
        </LinkButton>
      }
    />
  </div>
)

export const ReceiptNotFound = () => (
  <div className={scene}>
    <Hero
      title="Receipt Not Found"
      lead="You have no funding with this number."
      actions={
        <LinkButton href={paths.myFunding()} variant="action" size="lg">
          My Funding
        </LinkButton>
      }
    />
  </div>
)

const tall = css({ height: 'auto', minHeight: '80' })

export const FundingSkeleton = () => (
  <>
    <LoadingText />
    <Skeleton shape="card" className={tall} />
    <Skeleton shape="card" className={tall} />
  </>
)

export const FundingFailed = ({ href }: { href: string }) => (
  <EmptyState
    icon={<Ship size={26} aria-hidden />}
    title="This page could not be loaded"
    description="Check your connection and try again."
    action={
      <LinkButton href={href} variant="secondary">
        Try again
      </LinkButton>
    }
  />
)
