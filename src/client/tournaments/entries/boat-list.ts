import { hundredthsOf } from '#contract/money.ts'

export interface ListedLine {
  /** Number of the line as typed, from 1. */
  line: number
  name: string
  captainName: string
  email: string
  fundingGoal: string
  payoutPercentage: number | string
}

const separators = ['\t', ';', ',']

/** RFC 4180, with the separator of the first line that has one. */
function cellsOf(text: string): { line: number; cells: string[] }[] {
  const separator = separators.find(each => text.split('\n', 1)[0]?.includes(each)) ?? ','
  const rows: { line: number; cells: string[] }[] = []
  let [cell, line, start, isQuoted] = ['', 1, 1, false]
  let cells: string[] = []
  const endRow = () => {
    cells.push(cell.trim())
    if (cells.some(each => each !== '')) rows.push({ line: start, cells })
    cells = []
    cell = ''
    start = line + 1
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (isQuoted && char === '"' && text[i + 1] === '"') {
      cell += '"'
      i++
    } else if (char === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted
      if (isQuoted) cell = ''
    } else if (char === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else if (char === '\n' && !isQuoted) {
      endRow()
      line++
    } else {
      if (char === '\n') line++
      cell += char
    }
  }
  endRow()
  return rows
}

const isHeader = ([, , email = '', goal = '']: readonly string[]) => !email.includes('@') && !/\d/.test(goal)

/** Boat, captain, e-mail, goal and share of each line; a header and empty lines are left out. */
export function boatsIn(text: string): ListedLine[] {
  const rows = cellsOf(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  return rows
    .filter(({ cells }, index) => index > 0 || !isHeader(cells))
    .map(({ line, cells: [name = '', captainName = '', email = '', goal = '', share = ''] }) => {
      const percent = share.replace(/\s*%$/, '')
      return {
        line,
        name,
        captainName,
        email,
        fundingGoal: goal.replace(/^\$\s*/, '').replace(/,(?=\d{3}(\D|$))/g, ''),
        payoutPercentage: hundredthsOf(percent) === null ? percent : Number(percent),
      }
    })
}
