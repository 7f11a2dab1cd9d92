import { useEffect } from 'react'
import { minuteMs } from '#client/domain/dates.ts'
import { useBoot } from '#client/lib/boot.tsx'

const everyMs = 5 * minuteMs
const settleMs = 2000
const patienceMs = 20_000

/**
 * Reloads for a new build, other colours or another logo, or the gate; each check refreshes the worker's copy.
 * @param isConnected false while the server is unreachable
 */
export function useFreshPage(isConnected: boolean): void {
  const { files, logo } = useBoot()
  useEffect(() => {
    if (!isConnected) return
    const look = async () => {
      try {
        const response = await fetch(location.href, {
          cache: 'no-store',
          signal: AbortSignal.timeout(patienceMs),
        })
        if (!response.ok) return
        const html = await response.text()
        const loadedFiles = [...files.modulepreload, ...files.stylesheets, logo?.url ?? '']
        if (!loadedFiles.every(file => html.includes(file))) location.reload()
      } catch {}
    }
    const run = () => void look()
    const first = setTimeout(run, settleMs)
    const timer = setInterval(run, everyMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isConnected, files, logo])
}
