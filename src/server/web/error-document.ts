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

/** Self-contained, since rendering may have failed. */
export function errorDocument({ title, text, requestId }: ErrorText, stylesheets: readonly string[]): string {
  const links = stylesheets.map(href => `<link rel="stylesheet" href="${href}">`).join('')
  const number =
    requestId === null
      ? ''
      : `<p>If it stays so, tell the organiser this number: <code>${requestId}</code></p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeMarkup(title)} · Reelstake</title>${links}</head><body><main id="main" class="error-page"><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p>${number}<p><a href="">Try again</a> <a href="/">Back to Home</a></p></main></body></html>`
}
