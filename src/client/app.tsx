import { type ComponentType, Fragment, useEffect } from 'react'
import { NowProvider } from '#client/lib/now.tsx'
import { ToastRegion } from '#client/ui/overlays/toast-region.tsx'
import { apiPrefix } from '#contract/api-paths.ts'
import { siteNameOr } from '#contract/site-name.ts'
import { type Boot, BootProvider, type Head } from './lib/boot.tsx'
import type { Providers } from './lib/query.tsx'
import { markHydrated } from './lib/ready.ts'
import { scriptJson } from './lib/script-json.ts'
import { documentTitle } from './lib/sections.ts'
import type { PageProps } from './page.ts'

export interface RootProps {
  page: ComponentType<PageProps>
  boot: Boot
  /** Empty in the browser, which hides it from scripts. */
  nonce: string
  /** Providers for pages with data, or null if the page has none. */
  data: Providers | null
}

/** Speculation rules: prefetches pages on intent. Other browsers ignore them. */
const speculation = scriptJson({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: `${apiPrefix}*` } },
          { not: { href_matches: '/assets/*' } },
          // Links within the page.
          { not: { selector_matches: '[data-same-page]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/** Holds forms submitted before hydration and submits them afterwards, so that no input ends up in the URL. */
const holdEarlySubmits =
  "addEventListener('submit',e=>{if(!self.__ready){e.preventDefault();self.__early=e.target}},true)"

/** Marks the page as interactive once mounted, and submits a held form. */
function Ready() {
  useEffect(() => {
    if (window.__ready) return
    window.__ready = true
    document.documentElement.dataset.ready = ''
    markHydrated()
    const form = window.__early
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }, [])
  return null
}

function InlineScript({ code, nonce, type }: { code: string; nonce: string; type?: string }) {
  return (
    <script
      {...(type !== undefined && { type })}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: both scripts are constants of this file
      dangerouslySetInnerHTML={{ __html: code }}
    />
  )
}

/** Link preview (ogp.me, and Twitter's names). */
function Preview({ boot, head, title }: { boot: Boot; head: Head; title: string }) {
  const { canonical, preview } = boot
  const site = siteNameOr(boot.siteName)
  const path = head.image ?? '/og/site.png'
  const image = new URL(path, canonical).href
  return (
    <>
      {/* A crawler that follows the sign-in page's address finds no preview there. */}
      {!preview && (
        <>
          <link rel="canonical" href={canonical} />
          <meta property="og:url" content={canonical} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={preview ? `${preview.title} · ${site}` : title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:image" content={image} />
      {path.startsWith('/og/') && (
        <>
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta property="og:image:alt" content={head.title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** React hydrates `document`: another root would change every `useId`. */
export function Root({ page: Page, boot, nonce, data }: RootProps) {
  const { page } = boot
  const Around = data ?? Fragment
  const head = boot.head ?? page
  const name = `${head.title}${boot.head === null ? ' Not Found' : ''}`
  const title = documentTitle(boot.head?.section, name, siteNameOr(boot.siteName))
  const isShared = page.indexable || boot.head?.image !== undefined
  const hydrates = page.script !== 'none'
  return (
    // Scripts before React set attributes.
    <html
      lang="en"
      data-theme={boot.theme ?? undefined}
      data-surface={boot.head === null ? undefined : page.surface}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={head.description} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f7f9fc" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#081321" media="(prefers-color-scheme: dark)" />
        {!page.indexable && <meta name="robots" content="noindex" />}
        {isShared && <Preview boot={boot} head={boot.preview ?? head} title={title} />}
        {/* Feed readers can't enter the site password. */}
        {boot.head?.feed !== undefined && !boot.hasGate && (
          <link
            rel="alternate"
            type="application/atom+xml"
            title={`Updates of ${head.title}`}
            href={boot.head.feed}
          />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href={page.manifest ?? '/manifest.webmanifest'} />
        {boot.files.stylesheets.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {boot.files.fonts.map(href => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {page.script === 'react' ? (
          <>
            {/* After what can be seen. */}
            {boot.files.modulepreload.map(href => (
              <link key={href} rel="modulepreload" href={href} nonce={nonce} fetchPriority="low" />
            ))}
            <InlineScript nonce={nonce} code={holdEarlySubmits} />
          </>
        ) : (
          <script src={boot.files.enhance} type="module" nonce={nonce} suppressHydrationWarning />
        )}
        <InlineScript type="speculationrules" nonce={nonce} code={speculation} />
      </head>
      <body>
        <BootProvider boot={boot} nonce={nonce}>
          <Around>
            <NowProvider now={boot.now}>
              <Page params={boot.params} />
              {hydrates && <ToastRegion />}
              {hydrates && <Ready />}
            </NowProvider>
          </Around>
        </BootProvider>
        {hydrates && (
          <script
            type="application/json"
            id="boot"
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptJson escapes what could end the script
            dangerouslySetInnerHTML={{ __html: scriptJson(boot) }}
          />
        )}
      </body>
    </html>
  )
}
