import type { Boot } from '#client/lib/boot.tsx'
import { scriptJson } from '#client/lib/script-json.ts'

/** What the stored shell is filled in with: it is one document for every view, person and time. */
export type ShellFacts = Pick<Boot, 'viewer' | 'sessionEndsAt' | 'theme'>

/** Marks a document that came from this device; the session is then to be looked at. */
export const shellRequestId = 'stored-shell'

const bootElement = /(<script type="application\/json" id="boot"[^>]*>)([\s\S]*?)(<\/script>)/
const htmlElement = /<html lang="en"(?: data-theme="(?:light|dark)")?>/

/** Whether a document is the app's shell, and not the gate or the way to sign in at the same address. */
export const isShell = (html: string) => html.includes('"route":"crew"') && bootElement.test(html)

/** The shell as the server would send it now to this person. */
export function filledShell(html: string, facts: ShellFacts, now: number): string {
  return html
    .replace(bootElement, (_all, open: string, json: string, close: string) => {
      const boot: Boot = JSON.parse(json)
      return `${open}${scriptJson({ ...boot, ...facts, now, search: '', params: {}, requestId: shellRequestId })}${close}`
    })
    .replace(htmlElement, `<html lang="en"${facts.theme ? ` data-theme="${facts.theme}"` : ''}>`)
}
