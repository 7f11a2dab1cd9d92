import type { ReactNode } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const screen = css({
  column: '5',
  width: 'full',
  maxWidth: 'reading',
  marginInline: 'auto',
  paddingInline: { base: '4', md: '6' },
  paddingTop: 'max(1.25rem, env(safe-area-inset-top))',
  paddingBottom: '8',
})

export function Screen({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={screen}>
      {title !== undefined && (
        <Text as="h1" look="title">
          {title}
        </Text>
      )}
      {children}
    </div>
  )
}

interface FailedProps {
  title: string
  description?: string
  pending?: boolean
  onRetry(): void
}

export const FailureState = ({
  title,
  description = 'Check your connection and try again.',
  pending,
  onRetry,
}: FailedProps) => (
  <EmptyState
    title={title}
    description={description}
    action={
      <Button size="wet" pending={pending} pendingLabel="Loading..." onClick={onRetry}>
        Try again
      </Button>
    }
  />
)
