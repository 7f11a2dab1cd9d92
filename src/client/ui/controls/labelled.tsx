import type { ReactNode } from 'react'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'

export interface LabelledProps {
  label: ReactNode
  /** Follows the label for screen readers, as in " of Reel Deal". */
  about?: ReactNode
}

export const Labelled = ({ label, about }: LabelledProps) => (
  <>
    {label}
    {about !== undefined && <VisuallyHidden>{about}</VisuallyHidden>}
  </>
)
