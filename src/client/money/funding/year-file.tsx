import Download from 'lucide-react/icons/download'
import { yearFilePath } from '#client/money/api/funding.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { css } from '#styled/css/index.js'

const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '3' })

export function YearFile({ years }: { years: readonly string[] }) {
  return (
    <form action={yearFilePath} method="get" className={row}>
      <SelectField
        label="Year"
        name="year"
        options={years.map(year => ({ value: year, label: year }))}
        defaultValue={years[0]}
      />
      <Button type="submit" variant="secondary">
        <Download size={20} />
        Download CSV
      </Button>
    </form>
  )
}
