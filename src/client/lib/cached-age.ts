/** Milliseconds, from a service worker's `Server-Timing: kept;dur=…`; 0 without. */
export function cachedAge(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!(navigation instanceof PerformanceNavigationTiming)) return 0
  return navigation.serverTiming.find(({ name }) => name === 'kept')?.duration ?? 0
}
