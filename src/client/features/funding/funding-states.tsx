import Ship from 'lucide-react/icons/ship'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'
import { LoadingText, Skeleton } from '#client/ui/layout/skeleton.tsx'
import { css } from '#styled/css/index.js'

export const ReceiptNotFound = () => (
  <HeroPage
    title="Receipt Not Found"
    lead="You have no funding with this number."
    actions={
      <LinkButton href={paths.myFunding()} variant="action" size="lg">
        My Funding
      </LinkButton>
    }
  />
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
