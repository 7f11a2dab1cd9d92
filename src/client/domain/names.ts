interface Named {
  firstName: string | null
  lastName: string | null
  email: string
}

/** The name that stands for a person's face, initials included: the same wherever that face is shown. */
export const fullName = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Up to two letters: "Reel Deal" → RD, "Poseidon" → PO, "ana@x.org" → AN. */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const skipped = words.length > 2 ? words.filter(word => !/^(the|a|an|of|and)$/i.test(word)) : words
  const chosen = name.includes('@') ? skipped.slice(0, 1) : skipped
  const [first, second] = chosen
  if (!first) return '?'
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
