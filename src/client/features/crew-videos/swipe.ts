/** Pixels, as for toasts. */
const threshold = 50

export type Step = 'next' | 'previous'

/**
 * What a finger meant: up or to the left is on to the next, as pages turn. A slanted one meant nothing.
 * @param dx to the right @param dy downwards, in pixels
 */
export function stepOfSwipe(dx: number, dy: number): Step | null {
  const [along, across] = Math.abs(dx) > Math.abs(dy) ? [dx, dy] : [dy, dx]
  if (Math.abs(along) < threshold || Math.abs(across) > Math.abs(along) / 2) return null
  return along < 0 ? 'next' : 'previous'
}

/** What an arrow key means; null: it is none. */
export function stepOfKey(key: string): Step | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return 'next'
  if (key === 'ArrowLeft' || key === 'ArrowUp') return 'previous'
  return null
}
