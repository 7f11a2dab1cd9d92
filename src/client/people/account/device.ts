export interface Device {
  words: string
  isPhone: boolean
}

/** Browsers in order: each User-Agent also contains the names after it. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: readonly [RegExp, string][], userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1]

/** @param via `program`: a GoTrue client */
export function deviceOf(userAgent: string, via: 'page' | 'program'): Device {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  const isPhone = /\b(?:iPhone|Android|Mobile)\b/.test(userAgent)
  if (via === 'program') return { words: system ? `An app on ${system}` : 'An app', isPhone }
  if (browser && system) return { words: `${browser} on ${system}`, isPhone }
  if (browser || system) return { words: browser ?? `A browser on ${system}`, isPhone }
  return { words: 'An unknown browser', isPhone }
}
