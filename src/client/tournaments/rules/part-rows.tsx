import type { ReactNode } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import type { CellParts } from './cells.tsx'
import { Cells, RemoveButton } from './rule-rows.tsx'
import { cellsOf } from './rules-draft.ts'

interface PartRowsProps<Part extends object> extends CellParts<readonly Part[]> {
  /** Index of a part that is edited elsewhere. */
  without?: number
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
  const { name, value: parts, without = -1, onValue, blank, add, remove, children } = props
  return (
    <>
      {parts.map((part, at) => {
        if (at === without) return null
        const set = (change: Partial<Part>) =>
          onValue(parts.map((one, index) => (index === at ? { ...one, ...change } : one)))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows behind a removed one show their values anew
          <Cells key={`${at} of ${parts.length}`}>
            {children(cellsOf(`${name}.${at}`, part, set), set, part)}
            <RemoveButton label={remove} onRemove={() => onValue(parts.filter((_, index) => index !== at))} />
          </Cells>
        )
      })}
      <Row>
        <Button variant="secondary" size="sm" onClick={() => onValue([...parts, blank])}>
          {add}
        </Button>
      </Row>
    </>
  )
}
