/** Marks an address as read from a QR code: its reader has probably no account yet. */
export const codeMark = { from: 'qr' } as const

export const codePath = (path: string): string => `${path}?${new URLSearchParams(codeMark)}`

export const isFromCode = (search: URLSearchParams): boolean => search.get('from') === codeMark.from
