import { isDeepStrictEqual } from 'node:util'
import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connection.ts'
import { statementBuilder } from './dialect.ts'

/** A statement that runs again and again. */
export interface ReusedQuery<Row = unknown> extends CompiledQuery<Row> {
  /** A connection of PostgreSQL parses and plans a statement with a name once. */
  name?: string
}

const reused = <Row>(statement: CompiledQuery<Row>, parameters: readonly unknown[]): ReusedQuery<Row> => ({
  ...statement,
  parameters,
  name: statement.queryId.queryId,
})

/** Stands for an argument while its statement is built. */
class Argument {
  constructor(readonly index: number) {}
}

/**
 * Kysely takes as long to build a statement as the database to run it. For statements of every request.
 * @param build passes each argument on as it is, in any order and any number of times, and no other value
 */
export function compileOnce<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  let statement: CompiledQuery<Row> | undefined
  let indexes: readonly number[] = []
  return async (db, ...args) => {
    if (!statement) {
      const placeholders: unknown[] = args.map((_, index) => new Argument(index))
      statement = build(statementBuilder, ...(placeholders as unknown as Args)).compile()
      indexes = indexesOf(statement, args.length)
    }
    const parameters = indexes.map(index => args[index])
    return (await db.executeQuery<Row>(reused(statement, parameters))).rows
  }
}

/** Returns which argument each parameter is. */
function indexesOf({ sql, parameters }: CompiledQuery, count: number): number[] {
  const indexes = parameters.flatMap(parameter => (parameter instanceof Argument ? [parameter.index] : []))
  if (indexes.length !== parameters.length || new Set(indexes).size !== count)
    throw new Error(`the parameters are not the arguments: ${sql}`)
  return indexes
}

/** {@link compileOnce} for the first row. */
export function compileFirst<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: Db, ...args: Args) => Promise<Row | undefined> {
  const read = compileOnce(build)
  return async (db, ...args) => (await read(db, ...args))[0]
}

/**
 * The same for inserts of a few rows, built once for each set of columns and number of rows. Leaves out undefined
 * values. Throws when rows differ in their columns or in the columns' order.
 * @param build inserts the rows, and uses no other value
 */
export function compileInsert<Values extends object, Row>(
  build: (db: Db, rows: readonly Values[]) => Compilable<Row>,
): (db: Db, rows: readonly Values[]) => Promise<Row[]> {
  const statements = new Map<string, CompiledQuery<Row>>()
  return async (db, rows) => {
    const entries = rows.map(row => Object.entries(row).filter(([, value]) => value !== undefined))
    const [columns = '', ...others] = entries.map(row => row.map(([column]) => column).join())
    if (others.some(other => other !== columns))
      throw new Error('the rows differ in their columns, or in their order')
    const shape = `${rows.length} ${columns}`
    const parameters = entries.flatMap(row => row.map(([, value]) => value))
    const statement = statements.get(shape) ?? build(statementBuilder, rows).compile()
    if (!statements.has(shape) && !isDeepStrictEqual(statement.parameters, parameters))
      throw new Error(`the parameters are not the values: ${statement.sql}`)
    statements.set(shape, statement)
    return (await db.executeQuery<Row>(reused(statement, parameters))).rows
  }
}
