import type { SelectQueryBuilder } from 'kysely'

interface Rows {
  limit(size: number): { executeTakeFirst(): Promise<unknown> }
}

export const hasRow = async (rows: Rows): Promise<boolean> =>
  (await rows.limit(1).executeTakeFirst()) !== undefined

/** @param rows without columns */
export async function countRows<Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const { count } = await rows
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
