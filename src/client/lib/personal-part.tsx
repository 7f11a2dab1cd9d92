import { createContext, type ReactNode, use } from 'react'

/** On the server: takes the viewer's own part out of a shared page, and returns a mark in its place. */
export const PersonalParts = createContext<((content: ReactNode) => string) | null>(null)

/** Shared pages (`src/server/web/shared-pages.ts`) render it for each viewer. Once on a page, without `useId`. */
export const PersonalPart = ({ children }: { children: ReactNode }) =>
  use(PersonalParts)?.(children) ?? children
