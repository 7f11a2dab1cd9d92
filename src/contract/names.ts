interface Names {
  firstName: string | null
  lastName: string | null
}

interface Person extends Names {
  email: string
}

/** First and last name; null when both are unknown. */
export const fullName = ({ firstName, lastName }: Names): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null

export const nameOrEmail = (person: Person): string => fullName(person) ?? person.email

/** "Ana Reyes (ana@example.org)" */
export function nameAndEmail(person: Person): string {
  const name = fullName(person)
  return name === null ? person.email : `${name} (${person.email})`
}

/** Falls back to the email address. */
export const shortName = ({ firstName, email }: Omit<Person, 'lastName'>): string =>
  firstName?.trim() || email

/** "Reel Deal" → RD, "Poseidon" → PO, "ana@x.org" → AN */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const significantWords = words.length > 2 ? words.filter(word => !/^(the|a|an|of|and)$/i.test(word)) : words
  const initialWords = name.includes('@') ? significantWords.slice(0, 1) : significantWords
  const [first, second] = initialWords
  if (!first) return '?'
  const chars = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return chars.join('').toUpperCase()
}

/** Returns the number in a name such as "Boat 12" or "#7 Reel Deal", or null if it has none. */
function boatNumber(name: string): number | null {
  const [, digits] = /(?:^|\s|#)(\d{1,4})(?![\p{L}\p{N}])/u.exec(name) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Boats with a number in their name first, in its order; then by name. */
export function compareBoatNames(a: string, b: string): number {
  const [first, second] = [boatNumber(a) ?? Number.MAX_VALUE, boatNumber(b) ?? Number.MAX_VALUE]
  return first - second || a.localeCompare(b, 'en', { numeric: true })
}
