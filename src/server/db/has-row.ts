interface Rows {
  limit(size: number): { executeTakeFirst(): Promise<unknown> }
}

export const hasRow = async (rows: Rows): Promise<boolean> =>
  (await rows.limit(1).executeTakeFirst()) !== undefined
