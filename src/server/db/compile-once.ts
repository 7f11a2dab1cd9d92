import { isDeepStrictEqual } from 'node:util'
import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connection.ts'

/**
 * Kysely takes as long to build a statement as SQLite to run it. For statements of every request.
 * @param build uses each argument once, in their order, and no other value
 */
export function compileOnce<Args extends readonly unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...args) => {
    compiled ??= checked(build(db, ...args).compile(), args)
    return (await db.executeQuery<Row>({ ...compiled, parameters: args })).rows
  }
}

function checked<Row>(compiled: CompiledQuery<Row>, args: readonly unknown[]): CompiledQuery<Row> {
  if (!isDeepStrictEqual(compiled.parameters, args))
    throw new Error(`the parameters are not the arguments: ${compiled.sql}`)
  return compiled
}
