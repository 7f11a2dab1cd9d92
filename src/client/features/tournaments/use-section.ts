import { useBoot } from '#client/lib/boot.tsx'
import { useLocation } from '#client/lib/location.ts'

/** Null: none in the address. */
export function useSection(): string | null {
  const { search } = useBoot()
  const current = useLocation(
    () => location.search,
    () => search,
  )
  return new URLSearchParams(current).get('section')
}
