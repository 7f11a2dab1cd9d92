import { MissingPage } from '#client/ui/layout/missing-page.tsx'

export const EntryNotFound = () => (
  <MissingPage
    title="Tournament Entry Not Found"
    lead="The boat may have withdrawn, or the link is not complete."
  />
)
