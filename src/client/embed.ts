/** Keeps an embedded leaderboard current, while it is visible. */
const board = 'main[data-every]'
const main = () => document.querySelector<HTMLElement>(board)

let timer: ReturnType<typeof setTimeout> | undefined

/** A new version of the site has another stylesheet. */
const styleOf = (page: Document) => page.querySelector('link[rel=stylesheet]')?.getAttribute('href')

async function refresh(): Promise<void> {
  clearTimeout(timer)
  try {
    const response = await fetch(location.href, { cache: 'no-cache', credentials: 'omit' })
    if (response.status < 500) {
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      // A page of a server in between has none.
      const next = page.querySelector(board)
      if (next && styleOf(page) !== styleOf(document)) location.reload()
      const current = main()
      if (current && next && current.innerHTML !== next.innerHTML) current.replaceWith(next)
    }
  } catch {
    // Offline: the next one may work.
  }
  wait()
}

function wait(): void {
  clearTimeout(timer)
  const seconds = Number(main()?.dataset.every ?? 300)
  // Apart, so that many readers don't ask at once.
  if (!document.hidden) timer = setTimeout(refresh, seconds * 1000 * (0.9 + 0.2 * Math.random()))
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) clearTimeout(timer)
  else void refresh()
})
wait()
