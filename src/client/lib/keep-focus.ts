/** Elements that take the focus of a removed control, from the inside out. */
const parts = '[tabindex="-1"], section, article, [role=status]'

/** Finds what takes the focus when the dialog is gone. */
export const focusAfter = new WeakMap<Element, () => HTMLElement | null>()

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Remembers the focused control, before an action that may remove it.
 * @returns the control, else the nearest element that remains: the heading of its part, or the page; null: no control had the focus
 */
export function rememberFocus(): () => HTMLElement | null {
  const control = isLost() ? null : document.activeElement
  const dialog = control?.closest('[data-scope=dialog][data-part=content]')
  const around: Element[] = []
  for (let each = control?.parentElement; each; each = each.parentElement)
    if (each.matches(parts)) around.push(each)
  return () => {
    if (!(control instanceof HTMLElement)) return null
    if (control.isConnected && !control.matches(':disabled')) return control
    const part = around.find(each => each.isConnected)
    if (dialog && !part) return focusAfter.get(dialog)?.() ?? null
    const place =
      part?.getAttribute('tabindex') === '-1' ? part : (part?.querySelector('h1, h2, h3, h4') ?? part)
    const target = place instanceof HTMLElement ? place : document.getElementById('main')
    if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
    return target
  }
}

/**
 * Remembers the focused control, before an action that may disable or remove it.
 * @returns call it once the page shows the result: the focus moves if it is lost
 */
export function keepFocus(): () => void {
  const find = rememberFocus()
  return () => requestAnimationFrame(() => isLost() && find()?.focus({ preventScroll: true }))
}
