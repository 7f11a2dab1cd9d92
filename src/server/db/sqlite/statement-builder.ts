import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * `+?` hides the value from SQLite's planner, which otherwise plans a join on `column = ?` again at each execution: ten
 * times as long as it takes to run. An index with a condition on a bound value is not found; use `sql.lit` for that.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** Compiles statements that are built once and run often. */
export const statementBuilder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new StablePlanCompiler(),
  },
})
