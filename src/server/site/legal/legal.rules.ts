import type { Token } from 'marked'
import { limits } from '#contract/limits.ts'
import { type LegalKind, legalKinds } from '#contract/site/legal-kinds.ts'

export const isLegalKind = (value: unknown): value is LegalKind => legalKinds.some(kind => kind === value)

/** Returns why the text can't be shown, or null. */
export async function textProblem(text: string): Promise<string | null> {
  if (text.trim() === '') return 'The text is empty.'
  if (text.length > limits.legalTextMax)
    return `The text has ${text.length.toLocaleString('en-US')} characters; ${limits.legalTextMax.toLocaleString('en-US')} are possible.`
  // Only this check needs the parser, so serving pages doesn't load it.
  const [{ walkTokens }, { parseMarkdown }] = await Promise.all([
    import('marked'),
    import('#contract/site/markdown.ts'),
  ])
  const html: string[] = []
  walkTokens(parseMarkdown(text), (token: Token) => {
    if (token.type === 'html') html.push(token.raw.trim())
  })
  return html[0] === undefined ? null : `HTML isn’t shown: ${html[0].slice(0, 60)}. Use Markdown instead.`
}
