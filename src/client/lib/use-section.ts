import { useBoot } from './boot.tsx'
import { useLocation } from './location.ts'

/** Null: none in the address. */
export function useSection(): string | null {
  const { search } = useBoot()
  const current = useLocation(
    () => location.search,
    () => search,
  )
  return new URLSearchParams(current).get('section')
}
