export const groupDigits = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

export function formatNumber(value: number): string {
  const [whole = '0', fraction] = String(Math.abs(value)).split('.')
  return `${value < 0 ? '−' : ''}${groupDigits(whole)}${fraction ? `.${fraction}` : ''}`
}

/** `41250` → `"412.50"`, also below 0. */
export const formatHundredths = (value: number): string => (value / 100).toFixed(2)

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** 1 → 1 backer, 1200 → 1,200 backers */
export const countText = (n: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(n)} ${n === 1 ? noun : plural}`

export const formatPercent = (percent: number) => `${formatNumber(Math.floor(percent))}%`

/** 42 → 0:42, 3723 → 1:02:03 */
export function formatDuration(seconds: number): string {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`
}

/** "1 minute 5 seconds" */
export function spokenDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds))
  const minutes = Math.floor(total / 60)
  const rest = total % 60
  const parts = [
    minutes > 0 ? countText(minutes, 'minute') : '',
    rest > 0 || minutes === 0 ? countText(rest, 'second') : '',
  ]
  return parts.filter(Boolean).join(' ')
}

/** Decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes >= 999_950_000) return `${formatNumber(Math.round(bytes / 100_000_000) / 10)} GB`
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** 1 → 1st, 12 → 12th */
export function ordinal(n: number): string {
  const tens = n % 100
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${suffix}`
}
