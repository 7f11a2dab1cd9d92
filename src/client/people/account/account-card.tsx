import type { ReactNode, Ref } from 'react'
import { Panel } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const card = css({
  position: 'relative',
  column: '5',
  width: 'full',
  maxWidth: 'narrow',
  marginInline: 'auto',
  paddingInline: { base: '5', sm: '8' },
  paddingBlock: { base: '5', sm: '6' },
  color: 'ink',
})
const head = css({
  column: '2',
  _before: {
    content: '""',
    width: '14',
    height: '1.5',
    marginBottom: '2',
    backgroundColor: 'sea',
    clipPath: 'polygon(6px 0, 100% 0, calc(100% - 6px) 100%, 0 100%)',
  },
})
const title = css({ textStyle: 'title', '&:focus': { outline: 'none' } })
const foot = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  borderTopWidth: '1px',
  borderColor: 'line',
  paddingTop: '3',
  marginTop: '-1',
})

export interface AccountCardProps {
  title: string
  description?: ReactNode
  titleRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
  footer?: ReactNode
}

export function AccountCard({ title: text, description, titleRef, children, footer }: AccountCardProps) {
  return (
    <Panel lifted className={card}>
      <div className={head}>
        <h1 ref={titleRef} tabIndex={-1} className={title}>
          {text}
        </h1>
        {description && <Muted breakable>{description}</Muted>}
      </div>
      {children}
      {footer && <div className={foot}>{footer}</div>}
    </Panel>
  )
}
