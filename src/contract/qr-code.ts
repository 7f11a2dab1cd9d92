/** Marks an address as read from a QR code: its reader has probably no account yet. */
const mark = { name: 'from', value: 'qr' } as const

export const codePath = (path: string): string => `${path}?${mark.name}=${mark.value}`

export const isFromCode = (search: URLSearchParams): boolean => search.get(mark.name) === mark.value
