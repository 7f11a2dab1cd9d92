/** Returns null: a file has no identity that its copies don't have. */
export const databaseIdentity = async (): Promise<null> => null
