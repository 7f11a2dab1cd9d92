import type { ComponentType } from 'react'

export interface PageProps {
  params: Record<string, string>
}

export type Load = () => Promise<{ default: ComponentType<PageProps> }>
