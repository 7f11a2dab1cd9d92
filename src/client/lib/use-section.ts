import { useBoot } from './boot.tsx'
import { useLocation } from './location.ts'
import { sectionIn } from './sections.ts'

/** Returns the section in the address, or null if there is none. */
export function useSection(): string | null {
  const { search } = useBoot()
  const current = useLocation(
    () => location.search,
    () => search,
  )
  return sectionIn(current)
}
