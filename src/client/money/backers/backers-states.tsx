import { paths } from '#client/paths.ts'
import { MissingPage } from '#client/ui/layout/missing-page.tsx'

export const NotTheOwner = ({ entryId }: { entryId: string }) => (
  <MissingPage
    title="Not Your Boat"
    lead="Only the owner of a boat sees who backs it."
    href={paths.funding(entryId)}
    label="See the Boat"
  />
)
