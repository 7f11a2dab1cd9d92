/** Null: a file has none that its copies don't have. */
export const databaseIdentity = async (): Promise<null> => null
