import type { QueryClient } from '@tanstack/react-query'
import type { Query } from './api/query.ts'
import type { AnswerBoot, Head, PageFacts } from './lib/boot.tsx'
import { load, type Prefetched } from './lib/query.tsx'
import type { Load } from './page.ts'

/** A page's subject, fetched before the status and title are sent: 404 when missing, 403 when forbidden. */
export type Subject = (client: QueryClient, params: Record<string, string>, search: string) => Promise<Head>

export interface Route extends PageFacts {
  /** A page that loads React is named in page-files.ts. */
  id: string
  /** Path with `:params`. Routes for different audiences may share one. */
  path: string | null
  /** `member`: visitors sign in first. */
  access: 'public' | 'member'
  /** Query: while it succeeds, visitors sign up before they see the page. */
  signsUpWhile?: (params: Record<string, string>) => Pick<Query<unknown>, 'queryKey'>
  /** Address for visitors who read the page's QR code; else the sign-up. */
  fromCode?: (params: Record<string, string>) => string
  /** Distinguishes routes that share a path. */
  audience?: 'visitor' | 'member'
  status?: 200 | 404
  /** `late`: loads the heading font after more urgent files. */
  fonts?: 'late'
  subject?: Subject
  /** `next`: link previews show the page after signing in, as visitors may see it. */
  preview?: 'next'
  /** Queries to prefetch. @param search as in `?tag=Run`, or empty */
  preload?: (params: Record<string, string>, search: string) => Prefetched[]
  /** Loads what the page would shift by if it came later: the first paint waits for it. */
  first?: (client: QueryClient, boot: Pick<AnswerBoot, 'params' | 'search' | 'now'>) => Promise<unknown>
  /** Queries to prefetch for members. */
  preloadOwn?: (params: Record<string, string>) => Prefetched[]
  /** Takes card payments: gets the provider's public key and its CSP sources. */
  pays?: true
  load: Load
}

/** `load`: of a page without React; others are loaded by id. */
export type RouteFacts = Pick<Route, 'id' | 'path' | 'title'> & Partial<Route>

export const about = 'Back a fishing tournament boat, follow it live and share in its winnings.'

/** @param required fail the page as the subject does */
export function subject<T>(
  queryOf: (params: Record<string, string>) => Query<T>,
  head: (data: T, search: string) => Head,
  required: (params: Record<string, string>, search: string) => readonly Prefetched[] = () => [],
): Subject {
  return async (client, params, search) => {
    const [data] = await Promise.all([
      client.fetchQuery({ ...queryOf(params), retry: false }),
      ...required(params, search).map(query => load(client, query)),
    ])
    return head(data, search)
  }
}
