import type { AnswerBoot, Boot } from '#client/lib/boot.tsx'
import { scriptJson } from '#client/lib/script-json.ts'

/**
 * Documents that are the same for everybody but for what each answer fills in: the build renders them once
 * (scripts/prerender.tsx), so that a start need not load what renders pages.
 */

/** The gate, whole; the landing page without the parts that wait for data. */
export const builtPages = ['gate', 'landing'] as const
export type BuiltPage = (typeof builtPages)[number]

/** What stands in a built document where each answer puts its own. */
export const nonceMark = 'NONCE-OF-THE-ANSWER'
export const originMark = 'https://origin-of-the-answer.invalid'
const bootElement = /(<script type="application\/json" id="boot"[^>]*>)([\s\S]*?)(<\/script>)/
const htmlElement = '<html lang="en">'

/** Where each page's answers differ. */
const places: Record<BuiltPage, readonly (string | RegExp)[]> = {
  gate: [`nonce="${nonceMark}"`, htmlElement, bootElement],
  landing: [`nonce="${nonceMark}"`, htmlElement, originMark],
}

/** @throws Error when the document has no place for what each answer brings: the build fails, not a visit */
export function checkTemplate(page: BuiltPage, template: string): string {
  const isOpenToScripts = /<script(?![^>]* nonce=)(?! type="application\/json")/.test(template)
  if (isOpenToScripts || places[page].some(place => template.search(place) === -1))
    throw new Error(
      `the prerendered page ${page} has no place for its nonce, its data, its theme or its address`,
    )
  return template
}

/** @param template as {@link checkTemplate} has passed it */
export function builtDocument(template: string, boot: AnswerBoot, nonce: string): string {
  return template
    .replaceAll(nonceMark, nonce)
    .replaceAll(originMark, new URL(boot.canonical).origin)
    .replace(bootElement, (_all, open: string, built: string, close: string) => {
      const { page }: Pick<Boot, 'page'> = JSON.parse(built)
      return `${open}${scriptJson({ ...boot, page })}${close}`
    })
    .replace(htmlElement, boot.theme === null ? htmlElement : `<html lang="en" data-theme="${boot.theme}">`)
}
