import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { HeroPage } from '#client/ui/layout/hero-page.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
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

export const FundingSkeleton = () => <Loading count={2} className={tall} />
