import { pushAddress, replaceAddress, useLocation } from '#client/lib/location.ts'
import { type View, viewAt } from './views.ts'

let current: { href: string; view: View } | null = null

function read(): View {
  const { href, pathname, search } = location
  if (current?.href !== href) current = { href, view: viewAt(pathname, search) }
  return current.view
}

/** The view at the browser's address; null on the server and while hydrating: the shell is the same for all of them. */
export const useView = (): View | null => useLocation<View | null>(read, () => null)

/** Goes to another view without loading a page, which would cut a recording on its way to the queue. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) replaceAddress(path)
  else pushAddress(path)
  scrollTo(0, 0)
}
