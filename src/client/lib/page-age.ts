/** Returns the browser's entry for the navigation to this page, or null where it has none. */
export const navigationEntry = (): PerformanceNavigationTiming | null => {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation : null
}

/** Milliseconds, from a service worker's `Server-Timing: kept;dur=…`; 0 without. */
export const cachedAge = (): number =>
  navigationEntry()?.serverTiming.find(({ name }) => name === 'kept')?.duration ?? 0

/** Milliseconds since the server rendered the page, independent of the visitor's clock. */
export const pageAge = (): number => performance.now() - (navigationEntry()?.responseStart ?? 0) + cachedAge()

/** Milliseconds between two renderings of relative times. */
export const tickMs = 30_000
