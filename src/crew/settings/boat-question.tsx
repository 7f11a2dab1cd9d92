import { Button } from '#client/ui/controls/button.tsx'
import { setPreferences } from '../lib/preferences.ts'
import { Screen } from '../lib/screen.tsx'
import { BoatAssignment } from './boat-assignment.tsx'

export default function BoatQuestion() {
  return (
    <Screen title="Which boat do you crew?">
      <p>Its backers see your videos once its owner has approved you. You can change it in Settings.</p>
      <BoatAssignment />
      <Button size="wet" variant="secondary" onClick={() => setPreferences({ boatAsked: true })}>
        Not Now
      </Button>
    </Screen>
  )
}
