import { Loading } from '#client/ui/layout/skeleton.tsx'
import { css } from '#styled/css/index.js'

const tall = css({ height: 'auto', minHeight: '20rem' })

export const FundingSkeleton = () => <Loading count={2} className={tall} />
