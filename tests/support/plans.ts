import { Database } from 'bun:sqlite'
import { afterAll, spyOn } from 'bun:test'

export interface Plan {
  sql: string
  /** `detail` of each row of EXPLAIN QUERY PLAN. */
  steps: string[]
  /** Steps of queries within the statement, which its limit doesn't end. */
  innerSteps: string[]
}

interface Step {
  detail: string
  /** 0: the statement itself. */
  parent: number
}

const isRead = (sql: string) => /^\s*(?:select|update|delete|with)\b/i.test(sql)
const isOfChangeLog = (sql: string) => /temp\.changed|data_version/.test(sql)

/** Records the statements that a file's tests run, but for those of the change log. All pass through `Database.query`. */
export function watchStatements() {
  const spy = spyOn(Database.prototype, 'query')
  afterAll(() => spy.mockRestore())
  return {
    async of<T>(work: () => Promise<T>): Promise<{ result: T; sqls: string[] }> {
      spy.mock.calls.length = 0
      const result = await work()
      return { result, sqls: spy.mock.calls.map(([sql]) => sql).filter(sql => !isOfChangeLog(sql)) }
    },
    /** Explains the statements on a copy: in bun:sqlite, explained statements stay open and block commits. */
    explain(sqls: readonly string[]): Plan[] {
      const database = spy.mock.contexts.at(-1)
      if (!(database instanceof Database)) throw new Error('no database was opened')
      const copy = Database.deserialize(database.serialize())
      return [...new Set(sqls)].filter(isRead).map(sql => {
        const parameters = Array<null>(sql.split('?').length - 1).fill(null)
        const rows = copy.prepare<Step, null[]>(`explain query plan ${sql}`).all(...parameters)
        const detailsOf = (steps: readonly Step[]) => steps.map(({ detail }) => detail)
        return {
          sql,
          steps: detailsOf(rows),
          innerSteps: detailsOf(rows.filter(({ parent }) => parent !== 0)),
        }
      })
    },
  }
}
