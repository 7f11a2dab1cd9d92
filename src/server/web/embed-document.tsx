import type { ReactElement } from 'react'
import { EmbedBoard, EmbedRefusal } from '#client/notifications/embed/embed-board.tsx'
import { siteNameOr } from '#contract/site-name.ts'
import type { Brand, Branding } from '#server/branding/index.ts'
import type { EmbedDocuments, Theme } from '#server/notifications/embeds/index.ts'
import type { Assets } from './assets.ts'
import { brandStylesheets } from './brand-stylesheet.ts'
import { renderText } from './html.ts'
import { zoneOf } from './zone-of.ts'

/** Makes the leaderboards that other sites frame, without React in the browser and inline code. */
export function embedDocuments(assets: Assets, branding: Branding): EmbedDocuments {
  const render = (brand: Brand, title: string, content: ReactElement, theme: Theme | null): Promise<string> =>
    renderText(
      <html lang="en" data-theme={theme ?? undefined}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{`${title} · ${siteNameOr(brand.name)}`}</title>
          <meta name="color-scheme" content="light dark" />
          {[...assets.stylesheets, ...brandStylesheets(brand)].map(href => (
            <link key={href} rel="stylesheet" href={href} />
          ))}
          {assets.embed !== '' && <script src={assets.embed} defer />}
        </head>
        <body>{content}</body>
      </html>,
    )
  return {
    revision: async () => (await branding.read()).revision,
    async leaderboard({ timeZone, ...board }, theme) {
      const brand = await branding.read()
      const content = <EmbedBoard {...board} zone={zoneOf(timeZone)} siteName={siteNameOr(brand.name)} />
      return render(brand, `Leaderboard of ${board.tournament.name}`, content, theme)
    },
    refusal: async (title, text, theme) =>
      render(await branding.read(), title, <EmbedRefusal title={title} text={text} />, theme),
  }
}
