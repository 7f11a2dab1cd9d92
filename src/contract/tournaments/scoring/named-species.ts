import { comparableName } from './fish.ts'

interface Naming {
  species: readonly { name: string }[]
  categories: readonly { species: readonly string[] | null }[]
}

/** Returns the species of the rules' list, or without a list those that categories name, each once. */
export function namedSpecies({ species, categories }: Naming): string[] {
  const names =
    species.length > 0
      ? species.map(({ name }) => name)
      : categories.flatMap(category => category.species ?? [])
  const byName = new Map<string, string>()
  for (const name of names) if (!byName.has(comparableName(name))) byName.set(comparableName(name), name)
  return [...byName.values()]
}

/** Returns whether every species can count in the category. */
export const takesAnySpecies = (
  { species }: Pick<Naming, 'species'>,
  category: Naming['categories'][number],
): boolean => species.length === 0 && category.species === null
