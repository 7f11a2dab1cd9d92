/** Of the address of an older version; undefined: the version in force. @param search as in `?number=2` */
export function rulesNumberIn(search: string): number | undefined {
  const number = new URLSearchParams(search).get('number') ?? ''
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined
}
