/** Pixels. */
const threshold = 50

export type Step = 'next' | 'previous'

/**
 * Returns the step: next for up or left. Diagonal swipes don't count.
 * @param dx to the right @param dy down, in pixels
 */
export function stepOfSwipe(dx: number, dy: number): Step | null {
  const [along, across] = Math.abs(dx) > Math.abs(dy) ? [dx, dy] : [dy, dx]
  if (Math.abs(along) < threshold || Math.abs(across) > Math.abs(along) / 2) return null
  return along < 0 ? 'next' : 'previous'
}

/** Returns the step, or null for another key. */
export function stepOfKey(key: string): Step | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return 'next'
  if (key === 'ArrowLeft' || key === 'ArrowUp') return 'previous'
  return null
}
