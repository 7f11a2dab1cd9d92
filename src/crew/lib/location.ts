import { pushAddress, replaceAddress, useLocation } from '#client/lib/location.ts'
import { type View, viewAt } from './views.ts'

let current: { href: string; view: View } | null = null

function read(): View {
  const { href, pathname, search } = location
  if (current?.href !== href) current = { href, view: viewAt(pathname, search) }
  return current.view
}

/** Null on the server and while hydrating. */
export const useView = (): View | null => useLocation<View | null>(read, () => null)

/** A page load would stop a recording. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) replaceAddress(path)
  else pushAddress(path)
  scrollTo(0, 0)
}
