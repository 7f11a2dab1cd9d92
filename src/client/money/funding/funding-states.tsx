import { paths } from '#client/paths.ts'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { css } from '#styled/css/index.js'

export const ReceiptNotFound = () => (
  <MissingPage
    title="Receipt Not Found"
    lead="You have no funding with this number."
    href={paths.myFunding()}
    label="My Funding"
  />
)

const tall = css({ height: 'auto', minHeight: '80' })

export const FundingSkeleton = () => <Loading count={2} className={tall} />
