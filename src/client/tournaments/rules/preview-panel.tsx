import { useMemo } from 'react'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { css } from '#styled/css/index.js'
import { type RulesDraft, rulesIn } from './rules-draft.ts'
import { RulesInShort } from './rules-in-short.tsx'
import { type PreviewPlaces, previewOf } from './rules-preview.ts'

const panel = css({
  lg: { position: 'sticky', top: '20', maxHeight: 'calc(100dvh - 6rem)', overflowY: 'auto' },
})
const line = css({ minWidth: '0', overflowWrap: 'anywhere' })

/** Preview of the rules for three boats, and in sentences. */
export function PreviewPanel({ draft }: { draft: RulesDraft }) {
  const preview = useMemo(() => previewOf(rulesIn(draft)), [draft])
  return (
    <Panel as="section" padding="md" gap="4" aria-label="Preview" tabIndex={0} className={panel}>
      <Text as="h3" look="subheading" weight="bold">
        Preview
      </Text>
      {preview.problem !== null ? (
        <p>{preview.problem}</p>
      ) : (
        <>
          <Muted small>Three boats with sample fish, in all jackpots.</Muted>
          {preview.boards.map(board => (
            <Places key={board.key} list={board} />
          ))}
          {preview.awards.map(award => (
            <Places key={award.key} list={award} />
          ))}
          <Text as="h4" weight="bold">
            In Words
          </Text>
          <RulesInShort rules={preview.rules} />
        </>
      )}
    </Panel>
  )
}

const Places = ({ list: { title, places, notWon } }: { list: PreviewPlaces }) => (
  <Stack gap="1">
    <Text as="h4" weight="semibold">
      {title}
    </Text>
    <Stack as="ol" gap="1">
      {places.map(({ key, place, boat, figure, fish }) => (
        <li key={key} className={line}>
          <Row between rowGap="0">
            <span>
              {place} {boat}
            </span>
            <Text as="span" tabular weight="semibold">
              {figure}
            </Text>
          </Row>
          {fish !== undefined && <Muted small>{fish}</Muted>}
        </li>
      ))}
    </Stack>
    {notWon !== null && <Muted small>Not won: {notWon}</Muted>}
  </Stack>
)
