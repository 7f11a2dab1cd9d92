/** Removes case and accents. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Ignores case, accents and spaces around the search text. */
export const contains = (text: string, search: string): boolean => fold(text).includes(fold(search.trim()))
