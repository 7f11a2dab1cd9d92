import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { sectionsOf } from '#contract/tournaments/scoring/rules-sentences.ts'

interface RulesInShortProps {
  rules: Rules
  /** Titles of parts that are left out. */
  without?: readonly string[]
}

/** A paragraph for each part of the rules. */
export const RulesInShort = ({ rules, without = [] }: RulesInShortProps) => (
  <Stack gap="2">
    {sectionsOf(rules)
      .filter(({ title }) => !without.includes(title))
      .map(({ title, sentences }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles can be the same
        <Text key={place} look="small" breakable>
          <Text as="span" weight="semibold">
            {title}:
          </Text>{' '}
          {sentences.join(' ')}
        </Text>
      ))}
  </Stack>
)
