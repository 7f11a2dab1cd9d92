import { Panel, type PanelProps } from '#client/ui/layout/stack.tsx'
import { css } from '#styled/css/index.js'

const card = css({ width: 'full' })

export const FormCard = (props: Pick<PanelProps, 'gap' | 'children'>) => (
  <Panel lifted padding="lg" className={card} {...props} />
)
