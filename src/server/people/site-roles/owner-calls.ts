import type { Context, MiddlewareHandler, TypedResponse } from 'hono'
import { every } from 'hono/combine'
import { inTransaction, type Trx } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import type { AppEnv, Person } from '#server/http/context.ts'
import type { Actor } from '#server/record/index.ts'
import { requireOwner } from './site-roles.queries.ts'

export type OwnerContext = Context<AppEnv & { Variables: { person: Person } }>

/** The options of calls for owners, and their transaction. */
export function ownerCalls({ db, limitWrites }: Pick<Deps, 'db' | 'limitWrites'>) {
  const limit: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (c.var.person) await requireOwner(db, c.var.person)
    await next()
  }
  /** Runs the work in a transaction in which the person is still an owner. @throws ApiError 404 */
  const act = <Answer>(c: OwnerContext, work: (trx: Trx, actor: Actor) => Promise<Answer>): Promise<Answer> =>
    inTransaction(db, async trx => {
      const { person, address } = c.var
      await requireOwner(trx, person)
      return work(trx, { by: person.id, address })
    })
  return {
    read: { limit },
    write: { limit: every(limitWrites, limit) },
    act,
    /** Runs {@link act} and answers 204. */
    change: async (
      c: OwnerContext,
      work: (trx: Trx, actor: Actor) => Promise<unknown>,
    ): Promise<Response & TypedResponse<null, 204, 'body'>> => {
      await act(c, work)
      return c.body(null, 204)
    },
  }
}
