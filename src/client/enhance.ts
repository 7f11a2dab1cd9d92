import { currentTheme, setTheme } from '#client/lib/theme.ts'
import { closeMenuBehind, prefetchOnIntent } from './lib/intent.ts'
import { startBell } from './start-bell.ts'

/** The theme switch and the print button on pages without React. */
const radios = document.querySelectorAll<HTMLInputElement>('[data-theme-switch] input')
for (const radio of radios) {
  radio.checked = radio.value === currentTheme()
  radio.addEventListener('change', () => {
    if (radio.value === 'system' || radio.value === 'light' || radio.value === 'dark') setTheme(radio.value)
  })
}
for (const button of document.querySelectorAll('[data-print]'))
  button.addEventListener('click', () => print())
prefetchOnIntent()
closeMenuBehind()
startBell()
document.documentElement.dataset.ready = ''
