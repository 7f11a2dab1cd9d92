import type { Boot } from '#client/lib/boot.tsx'
import { scriptJson } from '#client/lib/script-json.ts'

export type ShellFacts = Pick<Boot, 'viewer' | 'sessionEndsAt' | 'theme'>

/** Request id of a page from the service worker. */
export const shellRequestId = 'stored-shell'

/** The page is from the service worker: the session must be checked, and its time is the device's. */
export const isStoredShell = ({ requestId }: Pick<Boot, 'requestId'>): boolean => requestId === shellRequestId

const bootElement = /(<script type="application\/json" id="boot"[^>]*>)([\s\S]*?)(<\/script>)/
const htmlElement = /<html lang="en"(?: data-theme="(?:light|dark)")?>/

/** False for the gate and the sign-in page. */
export const isShell = (html: string) => html.includes('"route":"crew"') && bootElement.test(html)

export function fillShell(html: string, facts: ShellFacts, now: number): string {
  return html
    .replace(bootElement, (_all, open: string, json: string, close: string) => {
      const boot: Boot = JSON.parse(json)
      return `${open}${scriptJson({ ...boot, ...facts, now, search: '', params: {}, requestId: shellRequestId })}${close}`
    })
    .replace(htmlElement, `<html lang="en"${facts.theme ? ` data-theme="${facts.theme}"` : ''}>`)
}
