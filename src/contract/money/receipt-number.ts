/** Of a funding: the end of its id, so that it is found in files and mails, which have all of it. */
export const receiptNumber = (fundingId: string): string => fundingId.slice(-8).toUpperCase()
