import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'

interface MissingDocumentProps {
  icon: ReactNode
  title: string
  description: string
}

/** Shown in place of a document, such as a weigh slip. */
export const MissingDocument = (says: MissingDocumentProps) => (
  <EmptyState
    {...says}
    as="h1"
    action={
      <LinkButton href={paths.home()} variant="secondary">
        Back to Home
      </LinkButton>
    }
  />
)
