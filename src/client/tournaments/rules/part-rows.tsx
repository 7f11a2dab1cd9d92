import type { ReactNode } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Cells, RemoveButton } from './rule-rows.tsx'
import { cellsOf } from './rules-draft.ts'

interface PartRowsProps<Part extends object> {
  path: string
  parts: readonly Part[]
  /** Index of a part that is edited elsewhere. */
  without?: number
  onParts(parts: Part[]): void
  /** A new part. */
  blank: Part
  /** Labels of the buttons. */
  add: string
  remove: string
  children(
    cell: ReturnType<typeof cellsOf<Part>>,
    set: (change: Partial<Part>) => void,
    part: Part,
  ): ReactNode
}

/** Parts of a rule's row without keys, such as its limits. */
export function PartRows<Part extends object>(props: PartRowsProps<Part>) {
  const { path, parts, without = -1, onParts, blank, add, remove, children } = props
  return (
    <>
      {parts.map((part, at) => {
        if (at === without) return null
        const set = (change: Partial<Part>) =>
          onParts(parts.map((one, index) => (index === at ? { ...one, ...change } : one)))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows behind a removed one show their values anew
          <Cells key={`${at} of ${parts.length}`}>
            {children(cellsOf(`${path}.${at}`, part, set), set, part)}
            <RemoveButton label={remove} onRemove={() => onParts(parts.filter((_, index) => index !== at))} />
          </Cells>
        )
      })}
      <Row>
        <Button variant="secondary" size="sm" onClick={() => onParts([...parts, blank])}>
          {add}
        </Button>
      </Row>
    </>
  )
}
