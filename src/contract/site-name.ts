/** Name of a site that has none of its own. */
export const productName = 'Reelstake'

export const siteNameOr = (name: string | null | undefined): string => name ?? productName
