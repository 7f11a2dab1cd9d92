import type { TextPage } from '#server/http/forms.ts'
import { escapeMarkup } from '#server/http/markup.ts'

export interface ErrorText {
  title: string
  text: string
  /** Matches the log; null for client errors. */
  requestId: string | null
}

export const failureText = (requestId: string): ErrorText => ({
  title: 'Something went wrong',
  text: 'The page could not be made. Nothing was lost; please try again in a moment.',
  requestId,
})

export interface PlainPage {
  siteName: string
  stylesheets: readonly string[]
}

/** Renders a document that needs no scripts. @param content HTML */
function plainDocument(title: string, content: string, { siteName, stylesheets }: PlainPage): string {
  const links = stylesheets.map(href => `<link rel="stylesheet" href="${href}">`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeMarkup(title)} · ${escapeMarkup(siteName)}</title>${links}</head><body><main id="main" class="error-page"><h1>${escapeMarkup(title)}</h1>${content}</main></body></html>`
}

/** Works without script and session. */
export function textDocument({ title, text, button }: TextPage, plain: PlainPage): string {
  const form =
    button === undefined ? '' : `<form method="post"><button>${escapeMarkup(button)}</button></form>`
  const content = `<p>${escapeMarkup(text)}</p>${form}<p><a href="/">Back to Home</a></p>`
  return plainDocument(title, content, plain)
}

/** Rendering may have failed. */
export function errorDocument({ title, text, requestId }: ErrorText, plain: PlainPage): string {
  const number =
    requestId === null
      ? ''
      : `<p>If it stays so, tell the organiser this number: <code>${requestId}</code></p>`
  const content = `<p>${escapeMarkup(text)}</p>${number}<p><a href="">Try again</a> <a href="/">Back to Home</a></p>`
  return plainDocument(title, content, plain)
}
