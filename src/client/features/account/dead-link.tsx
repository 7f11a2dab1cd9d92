import { type ReactNode, useEffect, useRef } from 'react'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Entrance } from './entrance.tsx'

export interface DeadLinkProps {
  title: string
  children: ReactNode
  href: string
  action: string
  footer?: ReactNode
  /** It took the place of something that could be pressed, which had the focus. */
  tookFocus?: boolean
}

/** A link of a mail that leads nowhere any more, and where a new one comes from. */
export function DeadLink({ title, children, href, action, footer, tookFocus = false }: DeadLinkProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (tookFocus) heading.current?.focus()
  }, [tookFocus])
  return (
    <Entrance title={title} titleRef={heading} description={children} footer={footer}>
      <LinkButton href={href} variant="action" size="lg" block>
        {action}
      </LinkButton>
    </Entrance>
  )
}
