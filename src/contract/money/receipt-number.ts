/**
 * Returns the end of the funding's id, so that a search finds it in files and mails, which show the whole id.
 */
export const receiptNumber = (fundingId: string): string => fundingId.slice(-8).toUpperCase()
