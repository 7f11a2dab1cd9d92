import { makeEmitter } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

const THEME_COOKIE = 'theme'
const YEAR = 365 * 24 * 60 * 60

const changes = makeEmitter()

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function setTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR}; SameSite=Lax`
  changes.emit()
}

export const subscribeTheme = changes.subscribe
