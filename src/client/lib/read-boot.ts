import type { Boot } from './boot.tsx'

/** Data that the server put into the document for its scripts. */
export function readBoot(): Boot {
  const element = document.getElementById('boot')
  if (!element?.textContent) throw new Error('The page came without its data.')
  return JSON.parse(element.textContent)
}
