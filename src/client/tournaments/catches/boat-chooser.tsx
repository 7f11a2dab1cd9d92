import { useState } from 'react'
import { bestCatchText, parseBestCatch } from '#client/domain/best-catch.ts'
import { contains } from '#client/domain/find.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { FirstItems } from '#client/ui/layout/show-more.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { PositionBadge } from '#client/ui/marks/badge.tsx'
import { compareBoatNames } from '#contract/names.ts'
import type { Entry } from '#contract/tournaments/tournaments.ts'
import { css } from '#styled/css/index.js'

const list = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15rem), 1fr))',
  gap: '2',
})
const button = css({
  display: 'flex',
  // Wraps at 200 % text size.
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  '& > :first-child': { flex: '1 1 5rem' },
  width: 'full',
  minHeight: '16',
  paddingInline: '4',
  paddingBlock: '2',
  textAlign: 'start',
  backgroundColor: 'surface',
  borderWidth: '2px',
  borderColor: 'edge',
  borderRadius: 'md',
  cursor: 'pointer',
  '&:hover': { borderColor: 'sea' },
  '&:active': { backgroundColor: 'seaSoft' },
})
const name = css({ textStyle: 'figure', lineClamp: '2' })

const many = 9

export function BoatChooser({
  entries,
  onChoose,
}: {
  entries: readonly Entry[]
  onChoose(entry: Entry): void
}) {
  const [search, setSearch] = useState('')
  const matches = entries
    .filter(({ boat }) => contains(`${boat.name} ${boat.captainName}`, search))
    .sort((a, b) => compareBoatNames(a.boat.name, b.boat.name))
  return (
    <Stack gap="3">
      {entries.length >= many && (
        <Field
          label="Find a boat"
          name="find"
          type="search"
          autoComplete="off"
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      )}
      <FirstItems items={matches} step={60} what="boats" gap="3">
        {items => (
          <ul className={list} aria-label="Boats">
            {items.map(entry => (
              <li key={entry.id}>
                <button type="button" className={button} onClick={() => onChoose(entry)}>
                  <Stack as="span" gap="0" breakable>
                    <span className={name}>{entry.boat.name}</span>
                    <Muted as="span" small tabular>
                      {bestOf(entry) ?? entry.boat.captainName}
                    </Muted>
                  </Stack>
                  {entry.currentPosition !== null && <PositionBadge position={entry.currentPosition} />}
                </button>
              </li>
            ))}
          </ul>
        )}
      </FirstItems>
      {matches.length === 0 && <p>No boat by that name.</p>}
    </Stack>
  )
}

function bestOf({ bestCatch }: Entry): string | null {
  const best = parseBestCatch(bestCatch)
  return best && bestCatchText(best)
}
