/** WCAG 2.2; colours are `#RRGGBB` or `#RRGGBBAA`. */

const channel = (value: number) => {
  const c = value / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

/** 0 to 1. */
function luminance(hex: string): number {
  const number = Number.parseInt(hex.slice(1, 7), 16)
  return (
    0.2126 * channel((number >> 16) & 255) +
    0.7152 * channel((number >> 8) & 255) +
    0.0722 * channel(number & 255)
  )
}

/** 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const byteAt = (hex: string, index: number) => Number.parseInt(hex.slice(1 + 2 * index, 3 + 2 * index), 16)

/** `background` must be opaque. */
export function over(hex: string, background: string): string {
  const share = hex.length > 7 ? byteAt(hex, 3) / 255 : 1
  const channels = [0, 1, 2].map(index =>
    Math.round(share * byteAt(hex, index) + (1 - share) * byteAt(background, index)),
  )
  return `#${channels.map(value => value.toString(16).padStart(2, '0')).join('')}`
}
