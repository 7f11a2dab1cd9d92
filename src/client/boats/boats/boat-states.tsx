import { MissingPage } from '#client/ui/layout/missing-page.tsx'

export const BoatNotFound = () => (
  <MissingPage title="Boat Not Found" lead="The boat you're looking for doesn't exist." />
)
