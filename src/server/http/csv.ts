/** A cell that a spreadsheet would read as a formula (OWASP, CSV injection), whatever stands before it. */
const formula = /^[\s\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u

/**
 * RFC 4180 with CRLF, every cell in quotes, after a byte order mark: without one Excel does not read UTF-8.
 * A text that a spreadsheet would run as a formula gets an apostrophe before it; numbers are given as they are.
 * @param rows of numbers written out, or of any text; null is an empty cell
 */
export function csv(header: readonly string[], rows: Iterable<readonly (string | null)[]>): string {
  const lines = [header, ...rows].map(row => row.map(cell).join(','))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

function cell(value: string | null): string {
  const text = value ?? ''
  const safe = formula.test(text) && !isNumber(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
