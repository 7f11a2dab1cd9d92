import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '..')

/** Returns whether the file's SQL is for SQLite alone. */
const isOfEngine = (file: string) => file.startsWith('src/server/db/') || /\.test\.ts$/.test(file)

/** Index behind the end of what opens before `from`. Values in templates count as `?`. */
function closing(text: string, from: number, open: string, close: string): number {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === open) depth += 1
    if (text[at] === close) depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** The texts of `sql` templates, those within others first. */
function sqlsOf(source: string): string[] {
  const sqls: string[] = []
  const template = (start: number): number => {
    let text = ''
    let at = start
    while (at < source.length && source[at] !== '`')
      if (source.startsWith('${', at)) {
        const end = closing(source, at + 2, '{', '}')
        sqls.push(...sqlsOf(source.slice(at + 2, end - 1)))
        text += '?'
        at = end
      } else {
        text += source[at]
        at += 1
      }
    sqls.push(text)
    return at + 1
  }
  const start = /\bsql(?:<[^`;()]*>)?`/g
  for (let match = start.exec(source); match !== null; match = start.exec(source))
    start.lastIndex = template(start.lastIndex)
  return sqls
}

/** Contents of the parentheses after each match, and what follows them. */
const calls = (text: string, name: RegExp) =>
  [...text.matchAll(name)].map(match => {
    const from = match.index + match[0].length
    const to = closing(text, from, '(', ')')
    return { inside: text.slice(from, to - 1), after: text.slice(to) }
  })

const withoutNested = (text: string): string => {
  const flat = text.replace(/\([^()]*\)/g, '')
  return flat === text ? text : withoutNested(flat)
}

const sqliteWords =
  /\b(?:ifnull|iif|instr|char|printf|hex|typeof|strftime|julianday|unixepoch|json_\w+|group_concat|total|changes|total_changes|last_insert_rowid|rowid|glob|match|regexp|indexed by|likely|unlikely|insert or|replace into|pragma|sqlite_\w+)\b/i

const traps: Record<string, (text: string) => boolean> = {
  'an alias in camelCase without quotes, which PostgreSQL folds': text => /\bas [a-z]+[A-Z]/.test(text),
  'a subquery in FROM without an alias': text =>
    calls(text, /\b(?:from|join)\s*\(/gi).some(({ after }) => !/^\s*as\s/i.test(after)),
  'min or max of two values': text =>
    calls(text, /\b(?:min|max)\(/gi).some(({ inside }) => withoutNested(inside).includes(',')),
  'a sum of a condition: use count(*) filter': text =>
    calls(text, /\bsum\(/gi).some(({ inside }) =>
      /^(?!\s*case\b).*(?:[<>=]|\bis\b)/is.test(withoutNested(inside)),
    ),
  'arithmetic on a condition: use case': text =>
    calls(text, /[-+*]\s*\(/g).some(({ inside }) =>
      /^(?!\s*(?:case|select)\b).*[<>=]/is.test(withoutNested(inside)),
    ),
  'a word that only SQLite knows': text => sqliteWords.test(text),
}

const faultsOf = (text: string) => Object.keys(traps).filter(trap => traps[trap]?.(text))

test.each([
  'select min(due_at) as dueAt from jobs',
  'select 1 from (select 1)',
  'select max(0, coalesce(a, 1)) from t',
  'select sum(a > 0) from t',
  'update t set run = run + (waiting = 0)',
  'select iif(a, 1, 2)',
  'insert or ignore into t values (1)',
])('finds the trap in: %s', text => expect(faultsOf(text)).toHaveLength(1))

test.each([
  'select min(due_at) as due_at, max(coalesce(a, 1)) from jobs',
  'select 1 from (select 1) as one where a in (select b from t)',
  'select sum(case when a > 0 then 1 else 0 end), a - (select sum(b) from t where b > 0) from t',
  'select count(*) filter (where a > 0)',
])('finds none in: %s', text => expect(faultsOf(text)).toEqual([]))

test('the reader finds templates within others', () => {
  const source = ['const a = sql<number>`a $', '{sql`b $', '{c}`} d`; sql`e`'].join('')
  expect(sqlsOf(source)).toEqual(['b ?', 'a ? d', 'e'])
})

test('SQL outside of db/ means the same in SQLite and PostgreSQL', () => {
  const sqls = [...new Glob('src/server/**/*.ts').scanSync(root)]
    .filter(file => !isOfEngine(file))
    .flatMap(file => sqlsOf(readFileSync(join(root, file), 'utf8')).map(text => ({ file, text })))
  expect(sqls.length).toBeGreaterThan(100)
  expect(sqls.flatMap(({ file, text }) => faultsOf(text).map(fault => `${file}: ${fault}: ${text}`))).toEqual(
    [],
  )
})

test('no error is swallowed inside a transaction, which PostgreSQL has ended', () => {
  const pattern = /\(trx\b[^\n]*\)\s*\.catch\(\(\) =>/
  const violations = [...new Glob('src/server/**/*.ts').scanSync(root)].filter(
    file => !isOfEngine(file) && pattern.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(violations).toEqual([])
})
