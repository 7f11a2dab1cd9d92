import { useState } from 'react'
import { useRowFocus } from '#client/ui/forms/use-row-focus.ts'

/** Rows of fields that a person adds, changes and removes; the list needs `tabIndex={-1}`. */
export function useRows<Row extends object>(initial: readonly Row[]) {
  const [rows, setRows] = useState(() => initial.map((row, key) => ({ ...row, key })))
  const { list, focusAdded, focusList } = useRowFocus()
  return {
    list,
    /** `key`: stays with the row. */
    rows,
    add(row: Row): void {
      setRows([...rows, { ...row, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }])
      focusAdded()
    },
    change: (key: number, values: Partial<Row>): void =>
      setRows(rows.map(row => (row.key === key ? { ...row, ...values } : row))),
    remove(key: number): void {
      focusList()
      setRows(rows.filter(row => row.key !== key))
    },
  }
}
