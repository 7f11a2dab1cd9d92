/** Ignores case. */
export const contains = (text: string, typed: string): boolean =>
  text.toLowerCase().includes(typed.toLowerCase())
