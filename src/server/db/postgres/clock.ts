/** SQL of PostgreSQL's clock, which all processes share, in milliseconds since 1970. */
export const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
