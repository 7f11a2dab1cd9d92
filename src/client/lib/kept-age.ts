/**
 * How old the page was when it was shown, in milliseconds: 0, unless a service worker had kept it and says so in
 * `Server-Timing: kept;dur=…`. In a browser only.
 */
export function keptAge(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!(navigation instanceof PerformanceNavigationTiming)) return 0
  return navigation.serverTiming.find(({ name }) => name === 'kept')?.duration ?? 0
}
