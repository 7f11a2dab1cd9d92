import { useBoot } from '#client/lib/boot.tsx'
import { useLocation } from '#client/lib/location.ts'

/** The section that the address names; null when it names none. */
export function useSection(): string | null {
  const { search } = useBoot()
  const current = useLocation(
    () => location.search,
    () => search,
  )
  return new URLSearchParams(current).get('section')
}
