import type { ReactElement } from 'react'
// As in render.tsx.
import { renderToReadableStream } from 'react-dom/server.edge'
import { EmbedBoard, EmbedRefusal } from '#client/features/embed/embed-board.tsx'
import type { EmbedDocuments, Theme } from '#server/features/embeds/index.ts'
import type { Assets } from './assets.ts'

/** Of leaderboards on other sites: no React in the browser, no inline code. */
export function embedDocuments(assets: Assets): EmbedDocuments {
  async function render(title: string, content: ReactElement, theme: Theme | null): Promise<string> {
    const stream = await renderToReadableStream(
      <html lang="en" data-theme={theme ?? undefined}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          <meta name="color-scheme" content="light dark" />
          {assets.stylesheets.map(href => (
            <link key={href} rel="stylesheet" href={href} />
          ))}
          {assets.embed !== '' && <script src={assets.embed} defer />}
        </head>
        <body>{content}</body>
      </html>,
    )
    return new Response(stream).text()
  }
  return {
    leaderboard: (tournament, url, theme) =>
      render(
        `Leaderboard of ${tournament.name} · Reelstake`,
        <EmbedBoard tournament={tournament} url={url} />,
        theme,
      ),
    refusal: (title, text, theme) =>
      render(`${title} · Reelstake`, <EmbedRefusal title={title} text={text} />, theme),
  }
}
