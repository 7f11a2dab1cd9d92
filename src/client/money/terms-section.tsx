import type { ReactNode } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'

const list = css({ column: '1.5', listStyle: 'disc', paddingInlineStart: '5', textStyle: 'small' })

interface TermsSectionProps {
  label: string
  /** The sentence that matters most. */
  lead: string | undefined
  sentences: readonly string[]
  /** Content between the two. */
  children?: ReactNode
}

/** Terms of a funding, in full. */
export const TermsSection = ({ label, lead, sentences, children }: TermsSectionProps) => (
  <Stack as="section" gap="2" aria-label={label}>
    {lead !== undefined && (
      <Text weight="semibold" breakable>
        {lead}
      </Text>
    )}
    {children}
    <ul className={list}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Stack>
)
