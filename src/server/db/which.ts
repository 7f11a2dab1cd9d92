/** True if PostgreSQL holds the site's data, for the whole process: helpers of queries know no connection. */
export const usesPostgres = /^postgres(?:ql)?:\/\//.test(process.env.DATABASE_URL ?? '')
