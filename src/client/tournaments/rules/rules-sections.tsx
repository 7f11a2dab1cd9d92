import { Section } from '#client/ui/layout/page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Rules } from '#contract/tournaments/scoring/rules.ts'
import { sectionsOf } from '#contract/tournaments/scoring/rules-sentences.ts'
import { css } from '#styled/css/index.js'

const sentences = css({
  listStyle: 'disc',
  paddingInlineStart: '5',
  maxWidth: 'prose',
  overflowWrap: 'anywhere',
  '& li::marker': { color: 'inkMuted' },
})

/** The rules in sentences, with a heading for each part. */
export const RulesSections = ({ rules }: { rules: Rules }) =>
  sectionsOf(rules).map(({ title, sentences: own }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names and sentences can be the same
    <Section key={place} title={title}>
      <Stack as="ul" gap="sm" className={sentences}>
        {own.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names and sentences can be the same
          <li key={index}>{sentence}</li>
        ))}
      </Stack>
    </Section>
  ))
