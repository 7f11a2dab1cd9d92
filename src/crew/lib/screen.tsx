import type { ReactNode } from 'react'
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
