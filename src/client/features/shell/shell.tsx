import type { ReactNode } from 'react'
import { Page, type Width } from '#client/ui/layout.tsx'

/** The frame of every page of the site but the landing page: header, main, footer. */
export function Shell({ width = 'page', children }: { width?: Width; children: ReactNode }) {
  return <Page width={width}>{children}</Page>
}
