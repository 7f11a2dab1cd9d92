/** Removes case and accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Ignores case, accents and spaces around what was typed. */
export const contains = (text: string, typed: string): boolean => folded(text).includes(folded(typed.trim()))
