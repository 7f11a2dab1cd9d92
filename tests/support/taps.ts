import type { Locator, Page } from 'playwright'

/** Taps and types as on a phone, and counts the taps: a field that has the focus takes none. */
export function countTaps(page: Page) {
  let count = 0
  const tap = async (target: Locator): Promise<void> => {
    count += 1
    await target.click()
  }
  const type = async (label: string, text: string): Promise<void> => {
    const field = page.getByLabel(label).first()
    if (!(await field.evaluate(element => element === document.activeElement))) await tap(field)
    await page.keyboard.type(text)
  }
  return { taps: () => count, tap, type }
}
