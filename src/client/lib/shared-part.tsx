import { createContext, type ReactNode, use } from 'react'

/** On the server: replaces content that was rendered before. */
export const SharedParts = createContext<((key: string, content: ReactNode) => ReactNode) | null>(null)

interface SharedPartProps {
  /** Of the content, unique on the page. */
  kind: string
  /** All that the content depends on, besides the time and the page. */
  of: unknown
  children: ReactNode
}

/** Shared pages (`src/server/web/shared-pages.ts`) render it again only when `of` changes. Must not use `useId`. */
export function SharedPart({ kind, of, children }: SharedPartProps) {
  const replace = use(SharedParts)
  return replace ? replace(`${kind} ${JSON.stringify(of)}`, children) : children
}
