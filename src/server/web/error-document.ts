/**
 * The page for a page that failed. Plain text in a document of its own, since what renders pages may be what failed.
 * @param requestId as in the log, for the person to tell the organiser
 */
export function errorDocument(requestId: string, stylesheets: readonly string[]): string {
  const links = stylesheets.map(href => `<link rel="stylesheet" href="${href}">`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Something went wrong · Reelstake</title>${links}</head><body><main id="main" class="error-page"><h1>Something went wrong</h1><p>The page could not be made. Nothing was lost; please try again in a moment.</p><p>If it stays so, tell the organiser this number: <code>${requestId}</code></p><p><a href="">Try again</a> <a href="/">Back to Home</a></p></main></body></html>`
}
