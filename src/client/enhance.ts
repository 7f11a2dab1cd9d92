import { currentTheme, setTheme } from '#client/lib/theme.ts'
import { closeMenuBehind, prefetchOnIntent } from './lib/intent.ts'
import { startBell } from './start-bell.ts'

/** The theme switch on pages without React. */
const radios = document.querySelectorAll<HTMLInputElement>('[data-theme-switch] input')
for (const radio of radios) {
  radio.checked = radio.value === currentTheme()
  radio.addEventListener('change', () => {
    if (radio.value === 'system' || radio.value === 'light' || radio.value === 'dark') setTheme(radio.value)
  })
}
prefetchOnIntent()
closeMenuBehind()
startBell()
document.documentElement.dataset.ready = ''
