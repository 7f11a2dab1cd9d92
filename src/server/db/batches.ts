import { setImmediate } from 'node:timers/promises'

/** For between batches: queries settle in microtasks, so that without it nothing else runs until the last one. */
export const letOthersRun = (): Promise<void> => setImmediate()

/**
 * Reads a long list in batches of `size`, so that memory stays bounded, and lets requests through in between.
 * @param read up to `size` rows behind the last one of the batch before
 */
export async function* inBatches<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
    await letOthersRun()
  }
}

/** Splits a list. The default fits one statement: SQLite takes 32,766 variables, PostgreSQL 65,535. */
export function* batchesOf<Item>(items: readonly Item[], size = 500): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
