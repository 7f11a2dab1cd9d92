/** Marks an address as read from a QR code: its reader has probably no account yet. */
export const codeMark = { from: 'qr' } as const

/** Opens a locked site, in the address of a tournament's page, or with the tournament's id in that of a boat's. */
export const passParam = 'pass'

/** @param pass of a locked site */
export const codePath = (path: string, pass: string | null = null): string =>
  `${path}?${new URLSearchParams({ ...codeMark, ...(pass !== null && { [passParam]: pass }) })}`

export const isFromCode = (search: URLSearchParams): boolean => search.get('from') === codeMark.from
