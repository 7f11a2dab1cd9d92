import type { Boot } from '#client/lib/boot.tsx'
import { scriptJson } from '#client/lib/script-json.ts'

/** What stands in the prerendered document where each answer puts its own. */
export const nonceMark = 'NONCE-OF-THE-ANSWER'
const bootElement = /(<script type="application\/json" id="boot">)[\s\S]*?(<\/script>)/
const htmlElement = '<html lang="en">'

/** @throws Error when the document has no place for what each answer brings: the build fails, not a visit */
export function checkGateTemplate(template: string): string {
  if (
    !template.includes(`nonce="${nonceMark}"`) ||
    !bootElement.test(template) ||
    !template.includes(htmlElement)
  )
    throw new Error('the prerendered gate has no place for its nonce, its data or its theme')
  return template
}

/**
 * The gate as a document. It is the same for everybody but for these three, so the build renders it once
 * (scripts/prerender.ts) and a locked site answers without loading what renders pages.
 */
export function gateDocument(template: string, boot: Boot, nonce: string): string {
  return template
    .replaceAll(nonceMark, nonce)
    .replace(bootElement, (_all, open: string, close: string) => `${open}${scriptJson(boot)}${close}`)
    .replace(htmlElement, boot.theme === null ? htmlElement : `<html lang="en" data-theme="${boot.theme}">`)
}
