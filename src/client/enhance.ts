import { formatDateRange } from '#client/domain/dates.ts'
import { currentTheme, setTheme } from '#client/lib/theme.ts'
import { closeMenuBehind, prefetchOnIntent } from './lib/intent.ts'
import { hasStoredToast } from './lib/toast.ts'
import { startBell } from './start-bell.ts'

/** The theme switch, the print button, dates in the reader's time zone and a toast on pages without React. */
const radios = document.querySelectorAll<HTMLInputElement>('[data-theme-switch] input')
for (const radio of radios) {
  radio.checked = radio.value === currentTheme()
  radio.addEventListener('change', () => {
    if (radio.value === 'system' || radio.value === 'light' || radio.value === 'dark') setTheme(radio.value)
  })
}
for (const button of document.querySelectorAll('[data-print]'))
  button.addEventListener('click', () => print())
for (const range of document.querySelectorAll<HTMLElement>('[data-range]')) {
  const [start = '', end = ''] = range.dataset.range?.split('/') ?? []
  range.textContent = formatDateRange(start, end, 'local')
}
prefetchOnIntent()
closeMenuBehind()
startBell()
// Other pages have data for React, which shows it.
if (hasStoredToast() && !document.getElementById('boot')) import('./stored-toast.tsx').catch(() => {})
document.documentElement.dataset.ready = ''
