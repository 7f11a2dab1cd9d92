/**
 * Returns the number of an older version in the address, or undefined for
 * the version in force. @param search as in `?number=2`
 */
export function rulesNumberIn(search: string): number | undefined {
  const number = new URLSearchParams(search).get('number') ?? ''
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined
}
