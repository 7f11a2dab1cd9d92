import { type ReactNode, useEffect, useRef } from 'react'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { AccountCard } from './account-card.tsx'

export interface ExpiredLinkProps {
  children: ReactNode
  href: string
  action: string
  footer?: ReactNode
  /** It replaces the focused button. */
  tookFocus?: boolean
}

export function ExpiredLink({ children, href, action, footer, tookFocus = false }: ExpiredLinkProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (tookFocus) heading.current?.focus()
  }, [tookFocus])
  return (
    <AccountCard title="This link no longer works" titleRef={heading} description={children} footer={footer}>
      <LinkButton href={href} variant="action" size="lg" block>
        {action}
      </LinkButton>
    </AccountCard>
  )
}
