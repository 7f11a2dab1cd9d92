import { apiPrefix } from '#contract/api-paths.ts'

const prefetchedPages = new Set<string>()

function prefetch(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.origin !== location.origin) return
  const { pathname, search } = link
  const page = pathname + search
  if (
    'samePage' in link.dataset ||
    pathname.startsWith(apiPrefix) ||
    page === location.pathname + location.search ||
    prefetchedPages.has(page)
  )
    return
  prefetchedPages.add(page)
  const hint = document.createElement('link')
  hint.rel = 'prefetch'
  hint.href = page
  document.head.append(hint)
}

export function prefetchOnIntent(): void {
  if (HTMLScriptElement.supports?.('speculationrules')) return
  for (const type of ['pointerenter', 'touchstart', 'focusin'])
    document.addEventListener(type, prefetch, { capture: true, passive: true })
}

export function closeMenuBehind(): void {
  const hide = (event: Event, goesTo: EventTarget | null) => {
    const menu = event.target instanceof Element ? event.target.closest('[data-menu]') : null
    if (menu instanceof HTMLElement && goesTo instanceof Node && !menu.contains(goesTo)) menu.hidePopover()
  }
  document.addEventListener('focusout', event => hide(event, event.relatedTarget))
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (link) hide(event, document.body)
  })
}
