/** RFC 3339 in UTC. @param time milliseconds since 1970 */
export const iso = (time: number): string => new Date(time).toISOString()
