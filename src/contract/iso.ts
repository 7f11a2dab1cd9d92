/** A time as the API writes it (RFC 3339, UTC). @param time milliseconds since 1970 */
export const iso = (time: number): string => new Date(time).toISOString()
