/** Stands where the site has no name of its own. */
export const productName = 'Reelstake'

export const siteNameOr = (name: string | null | undefined): string => name ?? productName
