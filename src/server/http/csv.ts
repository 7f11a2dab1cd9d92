/** OWASP, CSV injection. */
const formula = /^[\s\p{Cf}]*[=+\-@\t\r\n＝＋－＠]/u

/** RFC 4180; Excel needs the byte order mark. Prefixes formulas with an apostrophe. @param rows null: empty cell */
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

export type Columns<Row> = readonly (readonly [name: string, read: (row: Row) => string | null])[]

export const csvTable = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  csv(
    columns.map(([name]) => name),
    rows.map(row => columns.map(([, read]) => read(row))),
  )

/** Headers of an answer that a browser saves as a file. @param name without `.csv` */
export const csvFile = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}.csv"`,
  'Cache-Control': 'private, no-store',
})
